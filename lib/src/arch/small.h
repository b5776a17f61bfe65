/* WEFT_SMALL: 1 if the library is compiled to be small. It then has no fast paths, which only save time. Where only
 * single files are compiled for size (`compact` in build.toml), their flags set it to 0. A fast path waits without a
 * limit, so a library with timeouts (engine/late.h) has none either. */
#if defined WEFT_TIMEOUT && WEFT_TIMEOUT > 0
#undef WEFT_SMALL
#define WEFT_SMALL 1
#elif !defined WEFT_SMALL
#ifdef __OPTIMIZE_SIZE__
#define WEFT_SMALL 1
#else
#define WEFT_SMALL 0
#endif
#endif

/* For a function with several callers that takes less memory as a call than inlined. */
#define WEFT_CALLED __attribute__((noinline))
