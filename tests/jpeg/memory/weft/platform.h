/* The platform of decode.c: what <mp.h> asks of it. */
#define WEFT_MPB_OUTPUT_BYTES 256
#define WEFT_MPB_INPUT_BYTES 512
