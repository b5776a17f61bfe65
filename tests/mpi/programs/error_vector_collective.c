// Wrong tables of lengths in the collectives that take one.
//
// ranks: 1 2
// covers: MPI_Alltoallv MPI_Comm_set_errhandler MPI_Gatherv MPI_Reduce_scatter MPI_Scatterv
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int in[8] = {0}, out[8], places[8] = {0}, negative[8], ones[8];
    const MPI_Comm world = MPI_COMM_WORLD;
    for (int i = 0; i < 8; i++)
        negative[i] = -1, ones[i] = 1;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    say_error("MPI_Gatherv, negative count",
              MPI_Gatherv(in, 1, MPI_INT, out, negative, places, MPI_INT, 0, MPI_COMM_SELF));
    say_error("MPI_Scatterv, negative count",
              MPI_Scatterv(in, negative, places, MPI_INT, out, 1, MPI_INT, 0, MPI_COMM_SELF));
    say_error("MPI_Gatherv, root too large", MPI_Gatherv(in, 1, MPI_INT, out, ones, places, MPI_INT, size, world));
    say_error("MPI_Scatterv, root too large", MPI_Scatterv(in, ones, places, MPI_INT, out, 1, MPI_INT, size, world));
    say_error("MPI_Alltoallv, negative count",
              MPI_Alltoallv(in, negative, places, MPI_INT, out, ones, places, MPI_INT, world));
    say_error("MPI_Reduce_scatter, negative count", MPI_Reduce_scatter(in, out, negative, MPI_INT, MPI_SUM, world));
    end();
}
