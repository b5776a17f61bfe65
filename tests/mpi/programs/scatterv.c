// Parts of different lengths, overlapping in the root's buffer, some empty.
//
// ranks: 1 2 3 5 8
// covers: MPI_Scatterv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int all[32], mine[8], counts[8], places[8], length = (rank * 3 + 1) % 5;
    for (int i = 0; i < 32; i++)
        all[i] = i;
    for (int i = 0; i < 8; i++)
        mine[i] = -1;
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = (peer * 3 + 1) % 5;
        places[peer] = 2 * peer;
    }
    MPI_Scatterv(all, counts, places, MPI_INT, mine, length, MPI_INT, size - 1, MPI_COMM_WORLD);
    say_ints("mine", mine, 5);
    end();
}
