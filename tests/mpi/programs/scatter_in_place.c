// The root of a scatter keeps its own part in place; others need no send buffer.
//
// ranks: 1 2 5
// covers: MPI_Scatter
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int root = size / 2, all[16], mine[2] = {-1, -1};
    for (int i = 0; i < 2 * size; i++)
        all[i] = 7 * i;
    if (rank == root) {
        MPI_Scatter(all, 2, MPI_INT, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
        say_ints("root still has", all, 2 * size);
    } else {
        MPI_Scatter(NULL, 0, MPI_DATATYPE_NULL, mine, 2, MPI_INT, root, MPI_COMM_WORLD);
        say_ints("mine", mine, 2);
    }
    end();
}
