// Sums over the ranks up to one's own; then again in place.
//
// ranks: 1 2 3 5 8
// covers: MPI_Scan
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[3] = {rank + 1, rank * rank, 1}, sums[3];
    MPI_Scan(values, sums, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    say_ints("sums", sums, 3);
    MPI_Scan(MPI_IN_PLACE, values, 3, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    say_ints("in place", values, 3);
    end();
}
