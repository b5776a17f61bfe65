/* Timing a call to the cycle, for the programs that measure; on this machine to the nanosecond of its clock.
 *
 * All cores read the same cycle counter. The reading before a call issues in the cycle before it, the reading behind it
 * in the first cycle after it, so that the call took the difference less one, also when the readings are on different
 * cores. What is timed stands in a function that the compiler may not look into (SIDE): it then prepares nothing of the
 * call in advance, and knows no argument that it should not know. The counter's address is one of them: reading it is
 * one load.
 */
#ifndef STOPWATCH_H
#define STOPWATCH_H

#include <stdint.h>
#include <stdlib.h>
#include <weft/platform.h>

#define SIDE __attribute__((noipa)) static

#ifdef WEFT_TIMER_MTIME
typedef const volatile uint32_t counter;
#define COUNTER ((counter *)WEFT_TIMER_MTIME)

static inline uint32_t reading_of(counter *cycles)
{
    return *cycles;
}
#else
#include <time.h>

/* Processes of one machine read the same clock. The cycles of the functions below are its nanoseconds. */
typedef const clockid_t counter;
#define COUNTER (&(counter){CLOCK_MONOTONIC})

static inline uint32_t reading_of(counter *clock)
{
    struct timespec now;
    clock_gettime(*clock, &now);
    return (uint32_t)now.tv_sec * UINT32_C(1000000000) + (uint32_t)now.tv_nsec;
}
#endif

/* Keeps what stands before it there. */
#define IN_ORDER __asm__ volatile("" : : : "memory")

/* The cycle before a call. */
static inline uint32_t before(counter *cycles)
{
    const uint32_t cycle = reading_of(cycles);
    IN_ORDER;
    return cycle;
}

/* The first cycle after a call. */
static inline uint32_t after(counter *cycles)
{
    IN_ORDER;
    return reading_of(cycles);
}

/* Lets at least this number of cycles pass. */
static inline void pass(uint32_t cycles)
{
    const uint32_t start = reading_of(COUNTER);
    while (reading_of(COUNTER) - start < cycles) {
    }
}

static inline int compare_times(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a;
    const int32_t y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Sorts times; the median is then the middle one. */
static inline void sort_times(int32_t *times, unsigned count)
{
    qsort(times, count, sizeof *times, compare_times);
}

#endif
