// Every rank gets the result; then again in place.
//
// ranks: 1 2 3 5 8
// covers: MPI_Allreduce
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[4] = {rank + 1, -rank, rank % 2, 1 << rank}, results[4];
    MPI_Allreduce(values, results, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    say_ints("sums", results, 4);
    MPI_Allreduce(values, results, 4, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    say_ints("largest", results, 4);
    MPI_Allreduce(MPI_IN_PLACE, values, 4, MPI_INT, MPI_BXOR, MPI_COMM_WORLD);
    say_ints("in place", values, 4);
    end();
}
