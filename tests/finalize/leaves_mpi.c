/* Rank 1 ends with success, but without MPI_Finalize; the others have done so, or end early, as the argument says. */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1 || (argc > 1 && strcmp(argv[1], "all") == 0)) {
        return 0;
    }
    return MPI_Finalize();
}
