// Every rank in turn is the root of a broadcast.
//
// ranks: 1 2 3 5 8
// covers: MPI_Bcast
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int root = 0; root < size; root++) {
        int words[5];
        for (int i = 0; i < 5; i++)
            words[i] = rank == root ? 100 * root + i : -1;
        MPI_Bcast(words, 5, MPI_INT, root, MPI_COMM_WORLD);
        say_ints("words", words, 5);
    }
    end();
}
