// Every rank gets its own part of the sums; parts differ in length, some are empty.
//
// ranks: 1 2 3 5 8
// covers: MPI_Reduce_scatter
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int counts[8], length = 0, values[32], mine[4] = {-1, -1, -1, -1};
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = (peer + 1) % 4;
        length += counts[peer];
    }
    for (int i = 0; i < length; i++)
        values[i] = (rank + 1) * i;
    MPI_Reduce_scatter(values, mine, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    say_ints("mine", mine, 4);
    MPI_Reduce_scatter(MPI_IN_PLACE, values, counts, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    say_ints("in place", values, counts[rank]);
    end();
}
