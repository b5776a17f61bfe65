// Messages pass while a nonblocking barrier is under way; several barriers follow each other.
//
// ranks: 2 3 5
// covers: MPI_Ibarrier MPI_Sendrecv_replace MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int value = rank, sum = 0;
    for (int round = 0; round < 5; round++) {
        MPI_Request barrier;
        MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
        MPI_Sendrecv_replace(&value, 1, MPI_INT, (rank + 1) % size, round, (rank + size - 1) % size, round,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum = sum * 10 + value;
        MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    }
    say("sum %d", sum);
    end();
}
