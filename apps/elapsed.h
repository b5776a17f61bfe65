/* Tells how long the part of a program took that is to be measured: a figure, so that what a program prints is the same
 * on every machine, to the last byte.
 */
#ifndef APPS_ELAPSED_H
#define APPS_ELAPSED_H

#include <weft/platform.h>
#include <weft/report.h>
#include <weft/timer.h>

/* Reports the time since `start`, which weft_timer_now has given. (Without floating point, as MPI_Wtime would need:
 * that alone takes a small core longer than a message.) */
static inline void tell_elapsed(uint64_t start)
{
    const uint64_t ticks = weft_timer_now() - start;
    weft_report("nanoseconds", ticks * 1000000000 / WEFT_CLOCK_HZ);
}

#endif
