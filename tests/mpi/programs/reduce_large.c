// 32 KiB reduced to a root in the middle, and to rank 0 in place. (In place elsewhere, MPICH 4.0 copies from
// MPI_IN_PLACE.)
//
// ranks: 2 5 8
// covers: MPI_Reduce
#include "say.h"

enum { WORDS = 8192 };

static int value(int peer, int index)
{
    return (index * 37 + peer * 101) % 1000;
}

static int wrong_minima(const int *minima)
{
    int wrong = 0;
    for (int i = 0; i < WORDS; i++) {
        int least = 1000;
        for (int peer = 0; peer < size; peer++)
            least = value(peer, i) < least ? value(peer, i) : least;
        wrong += minima[i] != least;
    }
    return wrong;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int values[WORDS], minima[WORDS];
    for (int i = 0; i < WORDS; i++)
        values[i] = value(rank, i);
    MPI_Reduce(values, minima, WORDS, MPI_INT, MPI_MIN, size / 2, MPI_COMM_WORLD);
    if (rank == size / 2)
        say("wrong: %d", wrong_minima(minima));
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : values, rank == 0 ? values : NULL, WORDS, MPI_INT, MPI_MIN, 0,
               MPI_COMM_WORLD);
    if (rank == 0)
        say("wrong in place: %d", wrong_minima(values));
    end();
}
