/* Waiting for a test-and-set register: a core sleeps in its waiting list until the device's interrupt.
 *
 * A read in the waiting address range acts like any read, and adds this core to the waiting list if it has not taken
 * the register. When the register is freed, the device removes one core from the list and sets its notification bit.
 * That core tries again, and may find that another core was faster. A core's interrupt source is the device's first
 * source plus the core's number.
 */
#include "pthread_acquire.h"
#include <weft/core.h>
#include <weft/interrupt.h>
#include <weft/probe.h>

#include <stddef.h>

/* Base of the waiting address range. */
#define WAITING (WEFT_TEST_AND_SET_BASE + WEFT_TEST_AND_SET_WAITING)
/* Notification bits, one for each register; writing 1 clears it. */
#define NOTIFICATIONS (WEFT_TEST_AND_SET_BASE + WEFT_TEST_AND_SET_NOTIFIED)

/* A core waits for one lock at a time, so any notification is for that lock, and the bits need not be read. */
static struct {
    volatile uint32_t *bits; /* the word with the bit of the lock */
    volatile uint32_t bit;   /* 0: notified */
} waiting;

static void take_notification(void *argument)
{
    (void)argument;
    *waiting.bits = waiting.bit;
    waiting.bit = 0;
}

/* Interrupts are enabled only just after the sleep, so that none can be lost between the check and the sleep. */
static void sleep_until_notified(uint32_t number)
{
    waiting.bit = UINT32_C(1) << number % 32;
    while (waiting.bit != 0) {
        WEFT_PROBE("lock", number, 0, 0, 0);
        weft_interrupt_wait();
        WEFT_PROBE_HOLD("lock", number, 0, 0, 0);
        weft_interrupts_on();
        weft_interrupts_off();
    }
}

void weft_lock_wait(uint32_t number)
{
    volatile uint32_t *const lock = (volatile uint32_t *)WAITING + number;
    const uint32_t on = weft_interrupts_off();
    if (waiting.bits == NULL) {
        weft_interrupt_attach(WEFT_SOURCE_TEST_AND_SET + weft_core(), take_notification, NULL);
    }
    waiting.bits = (volatile uint32_t *)NOTIFICATIONS + number / 32;
    while (*lock != 0) {
        sleep_until_notified(number);
    }
    weft_interrupts_restore(on);
}
