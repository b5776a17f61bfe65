/* Two ranks, each of which waits until the other one sends: an example of a deadlock report. Run it with -n 2. */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int value = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int other = 1 - rank;
    MPI_Recv(&value, 1, MPI_INT, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, other, 7, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
