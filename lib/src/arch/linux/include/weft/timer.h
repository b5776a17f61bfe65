/* The time of the host: nanoseconds since the machine started, the same in every process. */
#ifndef WEFT_TIMER_H
#define WEFT_TIMER_H

#include <stdint.h>

/* Nanoseconds. */
uint64_t weft_timer_now(void);

/* Their low half: differences are right below 2^32 nanoseconds. */
static inline uint32_t weft_timer_cycles(void)
{
    return (uint32_t)weft_timer_now();
}

#endif
