/* Ranks that send before they receive: each with its neighbour, and all with rank 0, a few times each. A small message
 * does not wait for its receive, on a chip of many cores as on one of few. */
#include <mpi.h>
#include <stdio.h>

enum { EACH = 3 };

static int rank, size, wrong;

static void send(int to)
{
    MPI_Send(&rank, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
}

static void receive(int from)
{
    int got = -1;
    MPI_Recv(&got, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wrong += got != from;
}

static void times(void (*call)(int other), int other)
{
    for (int i = 0; i < EACH; i++) {
        call(other);
    }
}

static void swap(int other)
{
    if (other < size) {
        send(other);
        receive(other);
    }
}

int main(int argc, char **argv)
{
    int sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < 20; round++) {
        swap(rank ^ 1);
    }
    for (int other = 2; rank == 0 && other < size; other++) {
        times(send, other);
    }
    if (rank > 1) {
        times(send, 0);
        times(receive, 0);
    }
    for (int other = 2; rank == 0 && other < size; other++) {
        times(receive, other);
    }
    MPI_Reduce(&wrong, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%d wrong\n", sum);
    }
    MPI_Finalize();
    return 0;
}
