// Each pair of ranks exchanges another number of words, some none at all.
//
// ranks: 1 2 3 5 8
// covers: MPI_Alltoallv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int out[32], in[32], out_counts[8], in_counts[8], out_places[8], in_places[8];
    for (int peer = 0; peer < size; peer++) {
        out_counts[peer] = (rank + 2 * peer) % 4;
        in_counts[peer] = (peer + 2 * rank) % 4;
        out_places[peer] = 4 * peer;
        in_places[peer] = 4 * (size - 1 - peer);
    }
    for (int i = 0; i < 32; i++) {
        out[i] = rank * 100 + i;
        in[i] = -1;
    }
    MPI_Alltoallv(out, out_counts, out_places, MPI_INT, in, in_counts, in_places, MPI_INT, MPI_COMM_WORLD);
    say_ints("received", in, 4 * size);
    end();
}
