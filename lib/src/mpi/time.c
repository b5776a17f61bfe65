/* MPI_Wtime and MPI_Wtick: the core-local timer counts cycles of the chip's clock, the same on all cores. */
#include <mpi.h>
#include <weft/platform.h>
#include <weft/timer.h>

double MPI_Wtime(void)
{
    return (double)weft_timer_now() / WEFT_CLOCK_HZ;
}

double MPI_Wtick(void)
{
    return 1.0 / WEFT_CLOCK_HZ;
}
