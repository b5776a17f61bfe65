/* See <weft/timer.h>. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include <weft/timer.h>

uint64_t weft_timer_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}
