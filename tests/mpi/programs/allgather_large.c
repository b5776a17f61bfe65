// 8 KiB of each rank to all.
//
// ranks: 2 3 5
// covers: MPI_Allgather
#include "say.h"

enum { WORDS = 2048 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int mine[WORDS], all[5 * WORDS];
    int wrong = 0;
    for (int i = 0; i < WORDS; i++)
        mine[i] = rank * WORDS + i;
    MPI_Allgather(mine, WORDS, MPI_INT, all, WORDS, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size * WORDS; i++)
        wrong += all[i] != i;
    say("wrong: %d", wrong);
    end();
}
