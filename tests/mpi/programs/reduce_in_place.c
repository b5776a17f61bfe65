// The root's values are where the result goes; others need no receive buffer.
//
// ranks: 1 2 3 5
// covers: MPI_Reduce
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[4] = {rank, 10 - rank, 1 << rank, 3}, root = size - 1;
    if (rank == root)
        MPI_Reduce(MPI_IN_PLACE, values, 4, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    else
        MPI_Reduce(values, NULL, 4, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    say_ints("values", values, 4);
    end();
}
