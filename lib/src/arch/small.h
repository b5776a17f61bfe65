/* Whether the library is compiled to be small: short ways that only save time are then left out. Where only a file of
 * it is (`compact` in build.toml), its flags say that the library is not. A fast path waits without end: where waits
 * end (engine/late.h) there is none either. */
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

/* A function of several callers that is smaller as a call than in each of them. */
#define WEFT_CALLED __attribute__((noinline))
