/* The time of the host: nanoseconds since the machine started, the same in every process. */
#ifndef WEFT_TIMER_H
#define WEFT_TIMER_H

#include <stdint.h>

/* Returns the time in nanoseconds. */
uint64_t weft_timer_now(void);

/* The low half: differences are correct below 2^32 nanoseconds. */
static inline uint32_t weft_timer_cycles(void)
{
    return (uint32_t)weft_timer_now();
}

#endif
