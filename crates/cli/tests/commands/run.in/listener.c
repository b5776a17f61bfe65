#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int answer = 0;
    MPI_Init(&argc, &argv);
    MPI_Recv(&answer, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", answer);
    MPI_Finalize();
    return 3;
}
