/* Two ranks count; the second one has its answer from the first one's messages. */
#include <mpi.h>
#include <stdio.h>
#include <weft/shared.h>

int counter;
WEFT_SHARED int common;

__attribute__((noipa)) static int count(int rank, int step)
{
    counter += step;
    return counter + rank;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int sum = 0;
    for (int step = 1; step <= 3; step++) {
        sum += count(rank, step);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0) {
        common = sum;
        MPI_Send(&sum, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    printf("%d\n", sum);
    MPI_Finalize();
    return sum;
}
