// Exchange in place: what a pair of ranks exchanges has the same length both ways.
//
// ranks: 1 2 3 5
// covers: MPI_Alltoallv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int words[32], counts[8], places[8], length = 0;
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = 1 + (rank + peer) % 3;
        places[peer] = length;
        length += counts[peer];
    }
    for (int i = 0; i < length; i++)
        words[i] = rank * 100 + i;
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, words, counts, places, MPI_INT, MPI_COMM_WORLD);
    say_ints("exchanged", words, length);
    end();
}
