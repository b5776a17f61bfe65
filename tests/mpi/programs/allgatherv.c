// Parts of different lengths with gaps between them; some are empty.
//
// ranks: 1 2 3 5 8
// covers: MPI_Allgatherv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int mine[8], all[48], counts[8], places[8];
    for (int i = 0; i < 8; i++)
        mine[i] = rank * 10 + i;
    for (int i = 0; i < 48; i++)
        all[i] = -1;
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = peer * 2 % 5;
        places[peer] = 6 * (size - 1 - peer) + 1;
    }
    MPI_Allgatherv(mine, rank * 2 % 5, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    say_ints("gathered", all, 6 * size);
    end();
}
