/* The platform `host`: the machine that the program is compiled on. Ranks are processes, or threads of one process. */
#ifndef WEFT_PLATFORM_H
#define WEFT_PLATFORM_H

#define WEFT_PLATFORM_NAME "host"
#define WEFT_CORES 1024 /* maximum number of ranks in a job */
#define WEFT_CLOCK_HZ 1000000000
#ifndef WEFT_CREDITS
#define WEFT_CREDITS 128
#endif
#define WEFT_EAGER_PEERS WEFT_CORES /* memory grows, so every peer has credit from the start */
#define WEFT_BOUNCE 8192u
#define WEFT_WORD_BITS 64
/* Message buffers of <mp.h>, in bytes: as on the chip of its authors, so that tasks block in the same places. */
#define WEFT_MPB_OUTPUT_BYTES 256
#define WEFT_MPB_INPUT_BYTES 512
#define WEFT_PER_RANK _Thread_local
#define WEFT_TELLS_LAUNCHER  /* <weft/wait_note.h>, <weft/sent.h> */
#define WEFT_STRATEGY_NATIVE /* <strategy_call.h>: ranks represent GPP and DSPs */

#endif
