// MPI_Reduce_local combines two buffers of one rank; the first one stays.
//
// ranks: 1 2
// covers: MPI_Reduce_local
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int in[4] = {1, 20, rank, 6}, inout[4] = {10, 2, 5, 3};
    MPI_Reduce_local(in, inout, 4, MPI_INT, MPI_SUM);
    say_ints("sum", inout, 4);
    MPI_Reduce_local(in, inout, 4, MPI_INT, MPI_MAX);
    say_ints("largest", inout, 4);
    MPI_Reduce_local(in, inout, 4, MPI_INT, MPI_BXOR);
    say_ints("exclusive or", inout, 4);
    MPI_Reduce_local(in, inout, 0, MPI_INT, MPI_SUM);
    say_ints("count of 0", inout, 4);
    say_ints("input", in, 4);
    end();
}
