// Every rank in turn scatters to all.
//
// ranks: 1 2 3 5 8
// covers: MPI_Scatter
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int root = 0; root < size; root++) {
        int all[24], mine[3] = {-1, -1, -1};
        for (int i = 0; i < 3 * size; i++)
            all[i] = rank == root ? 1000 * root + i : -2;
        MPI_Scatter(all, 3, MPI_INT, mine, 3, MPI_INT, root, MPI_COMM_WORLD);
        say_ints("mine", mine, 3);
    }
    end();
}
