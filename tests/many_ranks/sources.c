/* The last ranks of a large chip send to rank 0, which takes from any of them: the status tells the number of each.
 * With -D LONGER, one sends more than the other has room for, and the error names it. */
#include <mpi.h>
#include <stdio.h>

#define SENDERS 3

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int last[2] = {size - 1, size - 1};
    if (rank >= size - SENDERS) {
        const int numbers[2] = {rank, rank};
        MPI_Send(numbers, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
    }
    int sum = 0;
    for (int i = 0; rank == 0 && i < SENDERS; i++) {
        MPI_Status found, status;
        int number;
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found);
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, found.MPI_TAG, MPI_COMM_WORLD, &status);
        sum += number == status.MPI_SOURCE && number == status.MPI_TAG && number == found.MPI_SOURCE ? number : 0;
    }
    if (rank == 0) {
        printf("%s\n", sum == SENDERS * (size - 2) ? "right" : "wrong");
    }
#ifdef LONGER
    int room;
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1) {
        MPI_Send(last, 2, MPI_INT, size - 2, 0, MPI_COMM_WORLD);
    }
    if (rank == size - 2) {
        MPI_Recv(&room, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
#else
    (void)last;
#endif
    MPI_Finalize();
    return 0;
}
