// Sums over the ranks before one's own; on rank 0 there are none, and its buffer is not looked at.
//
// ranks: 1 2 3 5 8
// covers: MPI_Exscan
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[3] = {rank + 1, rank * rank, 1}, sums[3] = {-7, -7, -7};
    MPI_Exscan(values, sums, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank > 0)
        say_ints("sums", sums, 3);
    MPI_Exscan(MPI_IN_PLACE, values, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank > 0)
        say_ints("in place", values, 3);
    say("done");
    end();
}
