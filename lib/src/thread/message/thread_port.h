/* Mutexes and barriers by message instructions. The synchronization controller keeps owners and waiting lists. */
#ifndef WEFT_THREAD_PORT_H
#define WEFT_THREAD_PORT_H

#include <weft/interrupt.h>
#include <weft/probe.h>
#include <weft/pthread_port.h>

static inline bool weft_lock_try(uint32_t number)
{
    return weft_msg_receive(number, WEFT_SYNC_NODE, WEFT_TOKEN_LOCK_TRY) != 0;
}

static inline bool weft_lock_release(uint32_t number)
{
    return weft_msg_receive(number, WEFT_SYNC_NODE, WEFT_TOKEN_LOCK_RELEASE) != 0;
}

/* Sleeps until the controller's LACK, which stays pending as the retry interrupt (msg.receive itself does not sleep).
 * Interrupts are disabled, so that no handler of the program takes that cause. The instructions after waking delay any
 * core that waits for this one at the next barrier, so they are few: other interrupts are served only if one of them
 * has woken this core. */
static inline void weft_barrier_sleep(uint32_t meeting)
{
    const uint32_t retry = WEFT_INTERRUPT_BIT(WEFT_CAUSE_RETRY);
    const uint32_t on = weft_interrupts_off();
    for (;;) {
        WEFT_PROBE("barrier", weft_meeting_number(meeting), weft_meeting_count(meeting), 0, 0);
        weft_interrupt_sleep(retry);
        WEFT_PROBE_HOLD("barrier", weft_meeting_number(meeting), weft_meeting_count(meeting), 0, 0);
        if ((weft_interrupt_pending() & retry) != 0) {
            break;
        }
        weft_interrupts_restore(on);
        weft_interrupts_off();
    }
    weft_interrupts_restore(on);
}

_Static_assert(WEFT_FIELD_PUT(WEFT_BARRIER_NUMBER, 1) == 1 && WEFT_FIELD_PUT(WEFT_BARRIER_CORES, 1) == 256,
               "the controller wants the word of a program's barrier");

/* The controller acknowledges at once only the request of the last core. */
static inline bool weft_barrier_meet(uint32_t meeting)
{
    const bool last = weft_msg_receive(meeting, WEFT_SYNC_NODE, WEFT_TOKEN_BARRIER) != 0;
    if (!last) {
        weft_barrier_sleep(meeting);
    }
    return last;
}

#endif
