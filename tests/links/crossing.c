/* Two ranks that have posted their receives send each other a small message and then a large one: neither waits for
 * what the other does not look at while it sends. */
#include <mpi.h>
#include <stdio.h>

enum { LARGE = 200 };

static int words[LARGE], small, large[LARGE];

int main(int argc, char **argv)
{
    int rank;
    MPI_Request requests[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 20; round++) {
        words[0] = words[LARGE - 1] = 100 * rank + round;
        MPI_Irecv(&small, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(large, LARGE, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Send(words, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
        MPI_Send(words, LARGE, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        const int wanted = 100 * (1 - rank) + round;
        if (small != wanted || large[0] != wanted || large[LARGE - 1] != wanted) {
            printf("rank %d: round %d is wrong\n", rank, round);
        }
    }
    if (rank == 0) {
        puts("done");
    }
    MPI_Finalize();
    return 0;
}
