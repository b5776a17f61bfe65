// 4 KiB from each rank to each.
//
// ranks: 2 3 5
// covers: MPI_Alltoall
#include "say.h"

enum { WORDS = 1024 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int out[5 * WORDS], in[5 * WORDS];
    int wrong = 0;
    for (int i = 0; i < size * WORDS; i++)
        out[i] = rank * 100000 + i;
    MPI_Alltoall(out, WORDS, MPI_INT, in, WORDS, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size * WORDS; i++)
        wrong += in[i] != i / WORDS * 100000 + rank * WORDS + i % WORDS;
    say("wrong: %d", wrong);
    end();
}
