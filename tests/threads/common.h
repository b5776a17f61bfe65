/* The vocabulary of these programs: who runs, random delays, and what must hold. No MPI, so that they run on any
 * platform whose kind of threads is there. */
#ifndef COMMON_H
#define COMMON_H

#include <stdint.h>
#include <stdio.h>
#include <weft/boot.h>
#include <weft/timer.h>

static int failures;

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("rank %u: %s:%d: not so: %s\n", (unsigned)weft_boot.rank, __FILE__, __LINE__, #condition);          \
            failures++;                                                                                                \
        }                                                                                                              \
    } while (0)

static inline uint32_t ranks(void)
{
    return weft_boot.size;
}

static inline uint32_t rank(void)
{
    return weft_boot.rank;
}

/* Numbers below `limit`, other ones on each rank (a linear congruential generator). */
static inline uint32_t random_below(uint32_t limit)
{
    static uint32_t state;
    if (state == 0) {
        state = 1 + rank() * 7919u;
    }
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % limit;
}

/* Waits for at most `most` cycles, and mostly much less. */
static inline void delay(uint32_t most)
{
    const uint32_t cycles = random_below(1 + random_below(most));
    const uint32_t start = weft_timer_cycles();
    while (weft_timer_cycles() - start < cycles) {
    }
}

#endif
