/* Lines with calls of the library: the test counts them. */
#include <mpi.h>
#include <stdio.h>
static int sum;

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        value = 5;
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        sum += value;
        MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        sum += 2;
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += value;
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += value;
    }
    printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
