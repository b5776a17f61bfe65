// MPI_Sendrecv and MPI_Sendrecv_replace with oneself.
//
// ranks: 1 3
// covers: MPI_Sendrecv MPI_Sendrecv_replace
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int out[4] = {1, 2, 3, rank}, in[4] = {0};
    MPI_Status status;
    MPI_Sendrecv(out, 4, MPI_INT, rank, 5, in, 4, MPI_INT, rank, 5, MPI_COMM_WORLD, &status);
    say_ints("received", in, 4);
    MPI_Sendrecv_replace(in, 4, MPI_INT, 0, 6, 0, 6, MPI_COMM_SELF, &status);
    say_ints("replaced", in, 4);
    MPI_Sendrecv(out, 0, MPI_INT, rank, 7, in, 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    say("tag %d, from myself %d", status.MPI_TAG, status.MPI_SOURCE == rank);
    end();
}
