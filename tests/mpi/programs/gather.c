// Every rank in turn gathers from all.
//
// ranks: 1 2 3 5 8
// covers: MPI_Gather
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int root = 0; root < size; root++) {
        int mine[2] = {rank, root}, all[16] = {0};
        MPI_Gather(mine, 2, MPI_INT, all, 2, MPI_INT, root, MPI_COMM_WORLD);
        if (rank == root)
            say_ints("gathered", all, 2 * size);
    }
    end();
}
