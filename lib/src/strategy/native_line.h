/* See line.h. On a host a process is a core. Shared data are in memory of the job. The DSP sleeps in the kernel until
 * it is rung; a signal interrupts the GPP (<weft/interrupt.h>). Addresses are offsets in that memory.
 */
#ifndef WEFT_STRATEGY_NATIVE_LINE_H
#define WEFT_STRATEGY_NATIVE_LINE_H

#include <stdatomic.h>

/* Sequentially consistent for all threads. */
typedef _Atomic uint32_t weft_line_word;

typedef struct weft_native_line {
    weft_line_word rung; /* the DSP: a futex */
    weft_line_word is_answered;
    weft_line_word process, thread; /* the GPP's, for the signal */
    weft_line_word called[2], answer[3];
} * weft_line;

/* Not needed: all accesses are sequentially consistent. */
static inline void weft_line_in_order(void)
{
}

/* A signal needs no preparation. */
static inline void weft_line_listen(uint32_t core)
{
    (void)core;
}

#include "strategy/memory_line.h"

#endif
