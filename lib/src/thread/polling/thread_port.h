/* Mutexes and barriers by polling: a core that waits reads over the bus until the condition holds. */
#ifndef WEFT_THREAD_PORT_H
#define WEFT_THREAD_PORT_H

#include <weft/probe.h>

#include "barrier.h"
#include "lock.h"

static inline bool weft_barrier_meet(uint32_t meeting)
{
    const uint32_t number = weft_meeting_number(meeting);
    const uint32_t count = weft_meeting_count(meeting);
    weft_barrier_enter(number);
    const uint32_t before = weft_barrier_state[number];
    const bool last = weft_barrier_arrive(number, before, count);
    weft_barrier_leave(number);
    if (last) {
        return true;
    }
    do {
        WEFT_PROBE("barrier", number, count, 0, 0);
    } while (!weft_barrier_is_over(number, before));
    return false;
}

#endif
