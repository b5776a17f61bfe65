// Two ranks send 256 KiB to each other at the same time.
//
// ranks: 2
// covers: MPI_Sendrecv
#include "say.h"

enum { WORDS = 65536 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int block[WORDS], other[WORDS];
    int wrong = 0;
    for (int i = 0; i < WORDS; i++)
        block[i] = i ^ (rank * 0x10001);
    MPI_Sendrecv(block, WORDS, MPI_INT, 1 - rank, 0, other, WORDS, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < WORDS; i++)
        wrong += other[i] != (i ^ ((1 - rank) * 0x10001));
    say("wrong: %d", wrong);
    end();
}
