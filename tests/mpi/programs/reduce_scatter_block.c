// Every rank gets three of the sums; then again in place.
//
// ranks: 1 2 3 5 8
// covers: MPI_Reduce_scatter_block
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[24], mine[3];
    for (int i = 0; i < 3 * size; i++)
        values[i] = (rank + 2) * (i + 1);
    MPI_Reduce_scatter_block(values, mine, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    say_ints("mine", mine, 3);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, values, 3, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    say_ints("in place", values, 3);
    end();
}
