/* The core-local timer: a 64-bit counter of cycles, the same on every core, and a compare register.
 *
 * The timer interrupt is pending in every cycle in which mtime >= mtimecmp (RISC-V privileged architecture, machine
 * timer registers).
 */
#ifndef WEFT_TIMER_H
#define WEFT_TIMER_H

#include <stdint.h>
#include <weft/platform.h>

/* Returns the low half of the cycle counter, with a single load. Differences are correct below 2^32 cycles. */
static inline uint32_t weft_timer_cycles(void)
{
    return *(volatile uint32_t *)WEFT_TIMER_MTIME;
}

/* Returns the cycle counter. The high half is read twice, since the low half may wrap between the reads. */
static inline uint64_t weft_timer_now(void)
{
    volatile uint32_t *const half = (volatile uint32_t *)WEFT_TIMER_MTIME;
    uint32_t high;
    uint32_t low;
    do {
        high = half[1];
        low = half[0];
    } while (half[1] != high);
    return (uint64_t)high << 32 | low;
}

/* Requests the timer interrupt from `cycle` on. In this order of stores the compare register never holds a time before
 * `cycle` that could raise an interrupt too early. */
static inline void weft_timer_set(uint64_t cycle)
{
    volatile uint32_t *const half = (volatile uint32_t *)WEFT_TIMER_MTIMECMP;
    half[0] = UINT32_MAX;
    half[1] = (uint32_t)(cycle >> 32);
    half[0] = (uint32_t)cycle;
}

#endif
