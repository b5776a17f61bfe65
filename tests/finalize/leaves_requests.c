/* Rank 1 leaves a receive whose message has come, and a persistent request; it frees a send. */
#include <mpi.h>
#include <stddef.h>

static int values[3];

static void leave(void)
{
    MPI_Request received, sent, again;
    MPI_Irecv(&values[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &received);
    MPI_Send_init(&values[1], 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &again);
    MPI_Isend(&values[2], 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &sent);
    MPI_Request_free(&sent);
}

int main(void)
{
    int rank, value = 7;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        leave();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
