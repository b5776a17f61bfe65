/* Reports the time of the measured part of a program. It is a report, not output, so that the output is the same on
 * every machine, byte for byte.
 */
#ifndef APPS_ELAPSED_H
#define APPS_ELAPSED_H

#include <weft/platform.h>
#include <weft/report.h>
#include <weft/timer.h>

/* Reports the time since `start`, a result of weft_timer_now. Without floating point, which MPI_Wtime would need: that
 * alone takes a small core longer than a message. */
static inline void tell_elapsed(uint64_t start)
{
    const uint64_t ticks = weft_timer_now() - start;
    weft_report("nanoseconds", ticks * 1000000000 / WEFT_CLOCK_HZ);
}

#endif
