/* A send by its profiling name that is in progress while both ranks meet in a barrier. */
#include <mpi.h>
#include <stdio.h>

static int data[4096];

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 3; round++) {
        if (rank == 0) {
            MPI_Request request;
            data[4095] = 7 + round;
            PMPI_Isend(data, 4096, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(data, 4096, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Barrier(MPI_COMM_WORLD);
            printf("%d\n", data[4095]);
        }
    }
    MPI_Finalize();
    return 0;
}
