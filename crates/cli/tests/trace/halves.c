/* The even ranks, backwards, in a communicator of their own; MPI_Wait completes a send whose receiver is late. */
#include <mpi.h>

#define LARGE 20000

static char large[LARGE];

static void be_late(void)
{
    for (volatile int i = 0; i < 10000; i++) {
    }
}

int main(int argc, char **argv)
{
    int rank;
    int own;
    MPI_Comm half;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &own);
    if (rank % 2 == 0 && own == 0) {
        MPI_Isend(large, LARGE, MPI_CHAR, 1, 6, half, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank % 2 == 0) {
        be_late();
        MPI_Recv(large, LARGE, MPI_CHAR, 0, 6, half, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
