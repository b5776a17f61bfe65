/* MPI_Wtime and MPI_Wtick: the timer counts cycles of the platform's clock; all ranks read the same time. */
#include "mpi_internal.h"

#include <weft/platform.h>
#include <weft/timer.h>

double PMPI_Wtime(void)
{
    return (double)weft_timer_now() / WEFT_CLOCK_HZ;
}
WEFT_MPI_NAME(Wtime)

double PMPI_Wtick(void)
{
    return 1.0 / WEFT_CLOCK_HZ;
}
WEFT_MPI_NAME(Wtick)
