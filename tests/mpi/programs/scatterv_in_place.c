// The root of a MPI_Scatterv keeps its part where it is; the table of lengths matters at the root only.
//
// ranks: 2 5
// covers: MPI_Scatterv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int all[64], mine[8] = {0}, counts[8], places[8];
    for (int i = 0; i < 64; i++)
        all[i] = 3 * i;
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = peer + 1;
        places[peer] = 8 * (size - 1 - peer);
    }
    if (rank == 0)
        MPI_Scatterv(all, counts, places, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD);
    else
        MPI_Scatterv(NULL, NULL, NULL, MPI_DATATYPE_NULL, mine, rank + 1, MPI_INT, 0, MPI_COMM_WORLD);
    say_ints("mine", rank == 0 ? all + places[0] : mine, rank + 1);
    end();
}
