/* Mutexes and barriers by interrupts: a core that waits sleeps, and does not load the bus. Waiting for a mutex is in
 * test_and_set/wait.c; at a barrier, the last core sends a software interrupt to each of the others. */
#ifndef WEFT_THREAD_PORT_H
#define WEFT_THREAD_PORT_H

#include <weft/core.h>
#include <weft/interrupt.h>
#include <weft/msip.h>
#include <weft/probe.h>

#include "barrier.h"
#include "lock.h"

#define WEFT_BARRIER_WORDS ((WEFT_CORES + 31) / 32)

/* For each barrier, the cores that sleep there, one bit each. */
extern volatile uint32_t weft_barrier_asleep[WEFT_PTHREAD_BARRIERS][WEFT_BARRIER_WORDS];

static inline void weft_barrier_wake(uint32_t number)
{
    for (uint32_t word = 0; word < WEFT_BARRIER_WORDS; word++) {
        uint32_t cores = weft_barrier_asleep[number][word];
        weft_barrier_asleep[number][word] = 0;
        for (uint32_t core = 32 * word; cores != 0; core++, cores >>= 1) {
            if (cores & 1u) {
                *weft_msip(core) = 1;
            }
        }
    }
}

/* Sleeps until the sense is reversed. A software interrupt alone does not show that: it may have another cause, or be
 * late. */
static inline void weft_barrier_sleep(uint32_t number, uint32_t count, uint32_t before, uint32_t on)
{
    while (!weft_barrier_is_over(number, before)) {
        WEFT_PROBE("barrier", number, count, 0, 0);
        weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_SOFTWARE));
        WEFT_PROBE_HOLD("barrier", number, count, 0, 0);
        *weft_msip(weft_core()) = 0;
        weft_interrupts_restore(on);
        weft_interrupts_off();
    }
}

/* Interrupts are disabled from the arrival on, so that no handler of the program takes the software interrupt. */
static inline bool weft_barrier_meet(uint32_t meeting)
{
    const uint32_t number = weft_meeting_number(meeting);
    const uint32_t count = weft_meeting_count(meeting);
    const uint32_t core = weft_core();
    const uint32_t on = weft_interrupts_off();
    weft_barrier_enter(number);
    const uint32_t before = weft_barrier_state[number];
    const bool last = weft_barrier_arrive(number, before, count);
    if (last) {
        weft_barrier_wake(number);
    } else {
        weft_barrier_asleep[number][core / 32] |= UINT32_C(1) << core % 32;
    }
    weft_barrier_leave(number);
    if (!last) {
        weft_barrier_sleep(number, count, before, on);
    }
    weft_interrupts_restore(on);
    return last;
}

#endif
