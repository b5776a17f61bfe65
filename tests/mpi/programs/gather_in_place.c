// The root of a gather has its own part in place; others need no receive buffer.
//
// ranks: 1 2 5
// covers: MPI_Gather
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int root = size - 1, all[24] = {0}, mine[3] = {rank, rank * rank, -rank};
    if (rank == root) {
        for (int i = 0; i < 3; i++)
            all[3 * root + i] = mine[i] + 100;
        MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 3, MPI_INT, root, MPI_COMM_WORLD);
        say_ints("gathered", all, 3 * size);
    } else {
        MPI_Gather(mine, 3, MPI_INT, NULL, 0, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
    }
    end();
}
