// 32 KiB summed over all ranks.
//
// ranks: 2 3 5
// covers: MPI_Allreduce
#include "say.h"

enum { WORDS = 8192 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int values[WORDS], sums[WORDS];
    int wrong = 0;
    for (int i = 0; i < WORDS; i++)
        values[i] = i * (rank + 1);
    MPI_Allreduce(values, sums, WORDS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < WORDS; i++)
        wrong += sums[i] != i * size * (size + 1) / 2;
    say("wrong: %d", wrong);
    end();
}
