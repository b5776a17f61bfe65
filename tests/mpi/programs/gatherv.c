// Parts of different lengths are gathered with gaps between them, and in another order.
//
// ranks: 1 2 3 5 8
// covers: MPI_Gatherv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int mine[8], all[64], counts[8], places[8];
    for (int i = 0; i < 8; i++)
        mine[i] = rank * 10 + i;
    for (int i = 0; i < 64; i++)
        all[i] = -1;
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = peer % 4;
        places[peer] = 5 * (size - 1 - peer);
    }
    MPI_Gatherv(mine, rank % 4, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0)
        say_ints("gathered", all, 5 * size);
    end();
}
