// The transposition of a matrix of pairs; then again in place, which restores it.
//
// ranks: 1 2 3 5 8
// covers: MPI_Alltoall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int out[16], in[16];
    for (int i = 0; i < 2 * size; i++)
        out[i] = rank * 100 + i;
    MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);
    say_ints("transposed", in, 2 * size);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2, MPI_INT, MPI_COMM_WORLD);
    say_ints("restored", in, 2 * size);
    end();
}
