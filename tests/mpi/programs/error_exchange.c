// Wrong arguments of MPI_Sendrecv and MPI_Sendrecv_replace.
//
// ranks: 1 2
// covers: MPI_Sendrecv MPI_Sendrecv_replace
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int out = 1, in;
    const MPI_Comm world = MPI_COMM_WORLD;
    const MPI_Datatype null = MPI_DATATYPE_NULL;
    MPI_Status status;
    say_error("MPI_Sendrecv, destination too large",
              MPI_Sendrecv(&out, 1, MPI_INT, size, 0, &in, 1, MPI_INT, 0, 0, world, &status));
    say_error("MPI_Sendrecv, source too large",
              MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, size, 0, world, &status));
    say_error("MPI_Sendrecv, negative tag",
              MPI_Sendrecv(&out, 1, MPI_INT, 0, -99, &in, 1, MPI_INT, 0, 0, world, &status));
    say_error("MPI_Sendrecv, negative count",
              MPI_Sendrecv(&out, -1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, world, &status));
    say_error("MPI_Sendrecv, null datatype", MPI_Sendrecv(&out, 1, null, 0, 0, &in, 1, MPI_INT, 0, 0, world, &status));
    say_error("MPI_Sendrecv_replace, destination too large",
              MPI_Sendrecv_replace(&in, 1, MPI_INT, size, 0, 0, 0, world, &status));
    say_error("MPI_Sendrecv_replace, negative count",
              MPI_Sendrecv_replace(&in, -1, MPI_INT, 0, 0, 0, 0, world, &status));
    say_error("MPI_Sendrecv_replace, null communicator",
              MPI_Sendrecv_replace(&in, 1, MPI_INT, 0, 0, 0, 0, MPI_COMM_NULL, &status));
    end();
}
