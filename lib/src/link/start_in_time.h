/* Waits for other nodes while the library starts: with -D WEFT_TIMEOUT=CYCLES none is longer than that. Before a
 * program has called anything it has no handler for errors, so that such a wait ends the run. */
#ifndef WEFT_START_IN_TIME_H
#define WEFT_START_IN_TIME_H

#include <stdint.h>

#include "arch/diagnostic.h"

#if defined WEFT_TIMEOUT && WEFT_TIMEOUT > 0
#include <weft/timer.h>

/* When a wait begins. */
static inline uint64_t weft_start_begins(void)
{
    return weft_timer_now();
}

/* To be called whenever what is awaited is not there yet. */
static inline void weft_start_goes_on(uint64_t since)
{
    if (weft_timer_now() - since > WEFT_TIMEOUT) {
        weft_fatal("the library does not start: nothing was heard of the other ranks within WEFT_TIMEOUT");
    }
}
#else
static inline uint64_t weft_start_begins(void)
{
    return 0;
}

static inline void weft_start_goes_on(uint64_t since)
{
    (void)since;
}
#endif

#endif
