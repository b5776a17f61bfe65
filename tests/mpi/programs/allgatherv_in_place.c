// Every rank's part is in place already.
//
// ranks: 1 2 5
// covers: MPI_Allgatherv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int all[40], counts[8], places[8], length = 0;
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = 1 + peer % 3;
        places[peer] = length;
        length += counts[peer];
    }
    for (int i = 0; i < length; i++)
        all[i] = i >= places[rank] && i < places[rank] + counts[rank] ? 100 * rank + i : -1;
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, counts, places, MPI_INT, MPI_COMM_WORLD);
    say_ints("gathered", all, length);
    end();
}
