/* What a barrier takes rank 0 at most, in cycles, in a program that has had requests and has none outstanding. */
#include "../../apps/stopwatch.h"
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank, size, value = 0;
    uint32_t longest = 0;
    MPI_Request request;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Irecv(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&rank, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 5; i++) {
        const uint32_t start = before(COUNTER);
        MPI_Barrier(MPI_COMM_WORLD);
        const uint32_t cycles = after(COUNTER) - start;
        longest = cycles > longest ? cycles : longest;
    }
    if (rank == 0) {
        printf("%u\n", (unsigned)longest);
    }
    MPI_Finalize();
    return 0;
}
