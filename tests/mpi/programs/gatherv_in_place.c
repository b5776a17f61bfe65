// The root's own part of a MPI_Gatherv lies in place; the others' lengths matter at the root only.
//
// ranks: 2 5
// covers: MPI_Gatherv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int mine[8], all[40] = {0}, counts[8], places[8], length = 0;
    for (int i = 0; i < 8; i++)
        mine[i] = rank * 10 + i;
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = size - peer;
        places[peer] = length;
        length += counts[peer];
    }
    if (rank == 1) {
        for (int i = 0; i < counts[1]; i++)
            all[places[1] + i] = 500 + i;
        MPI_Gatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, places, MPI_INT, 1, MPI_COMM_WORLD);
        say_ints("gathered", all, length);
    } else {
        MPI_Gatherv(mine, size - rank, MPI_INT, NULL, NULL, NULL, MPI_DATATYPE_NULL, 1, MPI_COMM_WORLD);
    }
    end();
}
