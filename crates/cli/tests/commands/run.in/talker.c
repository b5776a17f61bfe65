#include <mpi.h>

int main(int argc, char **argv)
{
    int answer = 42;
    MPI_Init(&argc, &argv);
    MPI_Send(&answer, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
