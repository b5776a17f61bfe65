/* Mutexes and barriers by message instructions. The controller keeps owners and waiting lists. */
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

/* Sleeps until the controller's LACK, which stays pending as the retry interrupt: msg.receive itself does not sleep. */
static inline void weft_barrier_sleep(uint32_t number, uint32_t count)
{
    const uint32_t retry = WEFT_INTERRUPT_BIT(WEFT_CAUSE_RETRY);
    const uint32_t on = weft_interrupts_off();
    while ((weft_interrupt_pending() & retry) == 0) {
        WEFT_PROBE("barrier", number, count, 0, 0);
        weft_interrupt_sleep(retry);
        WEFT_PROBE_HOLD("barrier", number, count, 0, 0);
        weft_interrupts_restore(on);
        weft_interrupts_off();
    }
    weft_interrupts_restore(on);
}

/* The last core to come is the one whose request is acknowledged at once. */
static inline bool weft_barrier_meet(uint32_t number, uint32_t count)
{
    const uint32_t payload = WEFT_FIELD_PUT(WEFT_BARRIER_NUMBER, number) | WEFT_FIELD_PUT(WEFT_BARRIER_CORES, count);
    const bool last = weft_msg_receive(payload, WEFT_SYNC_NODE, WEFT_TOKEN_BARRIER) != 0;
    if (!last) {
        weft_barrier_sleep(number, count);
    }
    return last;
}

#endif
