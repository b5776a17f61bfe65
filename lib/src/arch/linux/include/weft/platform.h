/* The platform `host`: the machine that the program is compiled on. Ranks are its processes, or threads of one. */
#ifndef WEFT_PLATFORM_H
#define WEFT_PLATFORM_H

#define WEFT_PLATFORM_NAME "host"
#define WEFT_CORES 1024 /* ranks in a job, at most */
#define WEFT_CLOCK_HZ 1000000000
#ifndef WEFT_CREDITS
#define WEFT_CREDITS 128
#endif
#define WEFT_EAGER_PEERS WEFT_CORES /* memory grows: each has credit at first */
#define WEFT_BOUNCE 8192u
#define WEFT_WORD_BITS 64
/* Of <mp.h>, in bytes: as on the chip of its authors, so that tasks wait here for what they wait for there. */
#define WEFT_MPB_OUTPUT_BYTES 256
#define WEFT_MPB_INPUT_BYTES 512
#define WEFT_PER_RANK _Thread_local
#define WEFT_TELLS_LAUNCHER  /* <weft/wait_note.h>, <weft/sent.h> */
#define WEFT_STRATEGY_NATIVE /* <strategy_call.h>: ranks stand for GPP and DSPs */

#endif
