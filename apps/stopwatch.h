/* Cycle-exact timing of calls, for programs that measure; on the host, timing in nanoseconds of the system's clock.
 *
 * All cores read the same cycle counter. The reading before a call issues in the cycle before it, the reading after it
 * in the first cycle after it. So the call took the difference minus one, also when the readings are on different
 * cores. The timed code is in a function that the compiler does not analyse (SIDE), so that it neither prepares the
 * call in advance nor knows arguments that it should not know. The counter's address is an argument, too: reading it is
 * a single load.
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

/* Processes of a host read the same clock. The "cycles" of the functions below are its nanoseconds. */
typedef const clockid_t counter;
#define COUNTER (&(counter){CLOCK_MONOTONIC})

static inline uint32_t reading_of(counter *clock)
{
    struct timespec now;
    clock_gettime(*clock, &now);
    return (uint32_t)now.tv_sec * UINT32_C(1000000000) + (uint32_t)now.tv_nsec;
}
#endif

/* A compiler barrier: keeps accesses before it there. */
#define IN_ORDER __asm__ volatile("" : : : "memory")

/* Returns the cycle before a call. */
static inline uint32_t before(counter *cycles)
{
    const uint32_t cycle = reading_of(cycles);
    IN_ORDER;
    return cycle;
}

/* Returns the first cycle after a call. */
static inline uint32_t after(counter *cycles)
{
    IN_ORDER;
    return reading_of(cycles);
}

/* Waits for at least this number of cycles. */
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

/* Sorts times, so that the median is the middle one. */
static inline void sort_times(int32_t *times, unsigned count)
{
    qsort(times, count, sizeof *times, compare_times);
}

#endif
