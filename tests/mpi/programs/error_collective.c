// Wrong arguments of collectives, the same on all ranks.
//
// ranks: 1 2
// covers: MPI_Allgather MPI_Alltoall MPI_Barrier MPI_Bcast MPI_Gather MPI_Reduce MPI_Scan MPI_Scatter
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int in[8] = {0}, out[8];
    const MPI_Comm world = MPI_COMM_WORLD;
    const MPI_Datatype null = MPI_DATATYPE_NULL;
    say_error("MPI_Barrier, null communicator", MPI_Barrier(MPI_COMM_NULL));
    say_error("MPI_Bcast, root too large", MPI_Bcast(in, 1, MPI_INT, size, world));
    say_error("MPI_Bcast, negative root", MPI_Bcast(in, 1, MPI_INT, -99, world));
    say_error("MPI_Bcast, negative count", MPI_Bcast(in, -1, MPI_INT, 0, world));
    say_error("MPI_Bcast, null datatype", MPI_Bcast(in, 1, null, 0, world));
    say_error("MPI_Bcast, null communicator", MPI_Bcast(in, 1, MPI_INT, 0, MPI_COMM_NULL));
    say_error("MPI_Gather, root too large", MPI_Gather(in, 1, MPI_INT, out, 1, MPI_INT, size, world));
    say_error("MPI_Gather, negative count", MPI_Gather(in, -1, MPI_INT, out, 1, MPI_INT, 0, world));
    say_error("MPI_Scatter, root too large", MPI_Scatter(in, 1, MPI_INT, out, 1, MPI_INT, size, world));
    say_error("MPI_Scatter, negative count", MPI_Scatter(in, 1, MPI_INT, out, -1, MPI_INT, 0, world));
    say_error("MPI_Allgather, negative count", MPI_Allgather(in, -1, MPI_INT, out, 1, MPI_INT, world));
    say_error("MPI_Allgather, null datatype", MPI_Allgather(in, 1, null, out, 1, MPI_INT, world));
    say_error("MPI_Alltoall, negative count", MPI_Alltoall(in, -1, MPI_INT, out, -1, MPI_INT, world));
    say_error("MPI_Alltoall, null datatype", MPI_Alltoall(in, 1, null, out, 1, null, world));
    say_error("MPI_Reduce, root too large", MPI_Reduce(in, out, 1, MPI_INT, MPI_SUM, size, world));
    say_error("MPI_Scan, null communicator", MPI_Scan(in, out, 1, MPI_INT, MPI_SUM, MPI_COMM_NULL));
    end();
}
