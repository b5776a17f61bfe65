/* Tells how long the part of a program took that is to be measured. It goes to the standard error stream, so that what
 * a program computes is the same on every machine, to the last byte of its output.
 */
#ifndef APPS_ELAPSED_H
#define APPS_ELAPSED_H

#include <stdio.h>
#include <weft/platform.h>
#include <weft/timer.h>

/* Prints the time since `start`, which weft_timer_now has given. (Without floating point, as MPI_Wtime would need: that
 * alone takes a small core longer than a message.) */
static inline void tell_elapsed(uint64_t start)
{
    const uint64_t ticks = weft_timer_now() - start;
    const uint64_t nanoseconds = ticks * 1000000000 / WEFT_CLOCK_HZ;
    const unsigned long microseconds = (unsigned long)(nanoseconds / 1000);
    const unsigned rest =
        (unsigned)(nanoseconds - (uint64_t)microseconds * 1000); /* % would be another long division */
    fprintf(stderr, "microseconds %lu.%03u\n", microseconds, rest);
}

#endif
