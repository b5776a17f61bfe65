/* The time of day, which is that of the host at the start of the run plus the cycles since then, and the processor
 * time.
 *
 * The C library has these functions, but its gettimeofday() computes the microseconds of a second in 32 bits, which
 * overflows with a clock above 4 kHz, and its clock() returns cycles. */
#include "semihosting.h"

#include <sys/time.h>
#include <time.h>
#include <weft/timer.h>

#define MICROSECONDS 1000000u

/* Converts cycles of the chip's clock to units of 1/`per_second` s. */
static uint64_t scaled(uint64_t cycles, uint32_t per_second)
{
    return cycles / WEFT_CLOCK_HZ * per_second + cycles % WEFT_CLOCK_HZ * per_second / WEFT_CLOCK_HZ;
}

/* Returns the seconds since 1970 on the host. */
static uint32_t host_seconds(void)
{
    return (uint32_t)weft_semihosting(WEFT_SEMIHOSTING_TIME, 0);
}

int gettimeofday(struct timeval *restrict tv, void *restrict tz)
{
    static uint32_t start;
    const uint64_t now = weft_timer_now();
    const uint32_t seconds = (uint32_t)(now / WEFT_CLOCK_HZ);
    (void)tz;
    if (start == 0) {
        start = host_seconds() - seconds;
    }
    tv->tv_sec = start + seconds;
    const uint32_t rest = (uint32_t)now - seconds * WEFT_CLOCK_HZ; /* cycles of this second */
    tv->tv_usec = (suseconds_t)((uint64_t)rest * MICROSECONDS / WEFT_CLOCK_HZ);
    return 0;
}

clock_t clock(void)
{
    return (clock_t)scaled(weft_timer_now(), CLOCKS_PER_SEC);
}
