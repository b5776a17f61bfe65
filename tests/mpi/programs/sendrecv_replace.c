// A block of words wanders round the ring, in place, until it is home again.
//
// ranks: 2 3 5 8
// covers: MPI_Sendrecv_replace
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int right = (rank + 1) % size, left = (rank + size - 1) % size, block[50], trail = 0;
    for (int i = 0; i < 50; i++)
        block[i] = rank * 50 + i;
    for (int hop = 0; hop < size; hop++) {
        MPI_Status status;
        MPI_Sendrecv_replace(block, 50, MPI_INT, right, hop, left, hop, MPI_COMM_WORLD, &status);
        trail = trail * 10 + block[0] / 50;
    }
    say("guests %d, home %d..%d", trail, block[0], block[49]);
    end();
}
