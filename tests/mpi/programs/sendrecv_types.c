// The two halves of MPI_Sendrecv may differ in datatype, tag, length and partner.
//
// ranks: 2
// covers: MPI_Sendrecv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    double reals[3] = {1.5, 2.5, 3.5};
    int ints[3] = {4, 5, 6};
    MPI_Status status;
    if (rank == 0)
        MPI_Sendrecv(reals, 3, MPI_DOUBLE, 1, 1, ints, 2, MPI_INT, 1, 2, MPI_COMM_WORLD, &status);
    else
        MPI_Sendrecv(ints + 1, 2, MPI_INT, 0, 2, reals, 3, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                     &status);
    say_ints("integers", ints, 3);
    say("twice the reals: %d %d %d, tag %d", (int)(2 * reals[0]), (int)(2 * reals[1]), (int)(2 * reals[2]),
        status.MPI_TAG);
    MPI_Sendrecv(&rank, 1, MPI_INT, rank == 0 ? 1 : MPI_PROC_NULL, 3, ints, 1, MPI_INT, rank == 0 ? MPI_PROC_NULL : 0,
                 3, MPI_COMM_WORLD, &status);
    say("one way: %d, null source %d", ints[0], status.MPI_SOURCE == MPI_PROC_NULL);
    end();
}
