/* The first member of a communicator makes many duplicates, and meets the others at once after the last. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm copies[40];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        for (volatile int i = 0; i < 20000; i++) {
        }
    }
    for (int i = 0; i < 40; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &copies[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 40; i++) {
        MPI_Comm_free(&copies[i]);
    }
    if (rank == 0) {
        printf("met\n");
    }
    MPI_Finalize();
    return 0;
}
