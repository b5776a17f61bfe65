/* A time limit on waits for other nodes while the library starts. With -D WEFT_TIMEOUT=CYCLES a longer wait ends the
 * run: before its first call a program has no error handler that could be called. */
#ifndef WEFT_START_IN_TIME_H
#define WEFT_START_IN_TIME_H

#include <stdint.h>

#include "arch/diagnostic.h"

#if defined WEFT_TIMEOUT && WEFT_TIMEOUT > 0
#include <weft/timer.h>

/* Returns the time at which a wait begins. */
static inline uint64_t weft_start_begins(void)
{
    return weft_timer_now();
}

/* Called at each poll that finds nothing: ends the run if the wait that began at `since` is too long. */
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
