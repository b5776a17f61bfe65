// Sums to every root in turn.
//
// ranks: 1 2 3 5 8
// covers: MPI_Reduce
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int root = 0; root < size; root++) {
        int mine[3] = {rank + 1, rank * root, -rank}, sums[3] = {-1, -1, -1};
        MPI_Reduce(mine, sums, 3, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
        say_ints("sums", sums, 3);
    }
    end();
}
