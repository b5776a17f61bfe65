/* What annotations cost: rank 0 prints the cycles of the calls that begin, change and end a region of all ranks. */
#include <mpi.h>
#include <stdio.h>

#include "../../apps/stopwatch.h"

static void set(int priority)
{
    MPI_Comm_set_attr(MPI_COMM_WORLD, WEFT_PRIORITY, &priority);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    const uint32_t start = *COUNTER;
    set(5);
    const uint32_t begun = *COUNTER;
    set(3);
    const uint32_t changed = *COUNTER;
    MPI_Comm_delete_attr(MPI_COMM_WORLD, WEFT_PRIORITY);
    const uint32_t ended = *COUNTER;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        printf("begin %lu change %lu end %lu\n", (unsigned long)(begun - start), (unsigned long)(changed - begun),
               (unsigned long)(ended - changed));
    }
    MPI_Finalize();
    return 0;
}
