/* Event notification by single-word messages, which the message-passing ASIP paper leaves to the designer (section
 * 3.3).
 *
 * A core has an event bit for each number. Notifying sets the bit at the other end of the crossbar, whatever that core
 * is doing; waiting sleeps until the bit is set, and clears it. Two notifications before the bit is cleared count as
 * one. The numbers are those that the library does not use: it has one event for each core, and three for MPI_Barrier.
 *
 * Event numbers are constants, since the token is an immediate of the instruction.
 */
#ifndef WEFT_EVENT_H
#define WEFT_EVENT_H

#include <stdbool.h>
#include <weft/interrupt.h>

/* Events of programs: 0 to WEFT_EVENTS - 1. */
#define WEFT_EVENTS (WEFT_TOKEN_EVENT_LAST - WEFT_TOKEN_EVENT_FIRST + 1u - WEFT_CORES - 3u)

void weft_wrong_event(void) __attribute__((error("an event is a constant from 0 to WEFT_EVENTS - 1")));

WEFT_INLINE uint32_t weft_event_bit_number(uint32_t event)
{
    if (!__builtin_constant_p(event) || event >= WEFT_EVENTS) {
        weft_wrong_event();
    }
    return WEFT_CORES + event;
}

/* Notifies core `node` of the event. */
WEFT_INLINE void weft_event_notify(uint32_t node, uint32_t event)
{
    weft_msg_send(0, node, WEFT_TOKEN_EVENT_FIRST + weft_event_bit_number(event));
}

/* Returns whether this core has been notified since the last call, and clears the event. */
WEFT_INLINE bool weft_event_take(uint32_t event)
{
    const uint32_t number = weft_event_bit_number(event);
    const uint32_t bit = UINT32_C(1) << number % 32u;
    return ((number < 32u ? weft_clear_mevent(bit) : weft_clear_meventh(bit)) & bit) != 0;
}

/* Sets whether the event wakes this core. */
WEFT_INLINE void weft_event_wakes(uint32_t event, bool wakes)
{
    const uint32_t number = weft_event_bit_number(event);
    const uint32_t bit = UINT32_C(1) << number % 32u;
    if (number < 32u) {
        (void)(wakes ? weft_set_mevmask(bit) : weft_clear_mevmask(bit));
    } else {
        (void)(wakes ? weft_set_mevmaskh(bit) : weft_clear_mevmaskh(bit));
    }
}

/* Sleeps until the event occurs, and clears it. Handlers of the program's interrupts run meanwhile. */
WEFT_INLINE void weft_event_wait(uint32_t event)
{
    const uint32_t on = weft_interrupts_off();
    weft_event_wakes(event, true);
    while (!weft_event_take(event)) {
        weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EVENT));
        weft_interrupts_restore(on);
        weft_interrupts_off();
    }
    weft_event_wakes(event, false);
    weft_interrupts_restore(on);
}

#endif
