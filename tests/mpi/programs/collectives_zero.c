// Collectives of nothing: counts of 0, null buffers.
//
// ranks: 1 2 3 5
// covers: MPI_Allgather MPI_Allreduce MPI_Alltoall MPI_Bcast MPI_Gather MPI_Gatherv MPI_Reduce MPI_Scan
// covers: MPI_Scatter MPI_Scatterv
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int zeros[8] = {0}, word = 5;
    say_error("MPI_Bcast", MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD));
    say_error("MPI_Gather", MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD));
    say_error("MPI_Gatherv", MPI_Gatherv(NULL, 0, MPI_INT, NULL, zeros, zeros, MPI_INT, 0, MPI_COMM_WORLD));
    say_error("MPI_Scatter", MPI_Scatter(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD));
    say_error("MPI_Scatterv", MPI_Scatterv(NULL, zeros, zeros, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD));
    say_error("MPI_Allgather", MPI_Allgather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, MPI_COMM_WORLD));
    say_error("MPI_Alltoall", MPI_Alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, MPI_COMM_WORLD));
    say_error("MPI_Reduce", MPI_Reduce(&word, &zeros, 0, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD));
    say_error("MPI_Allreduce", MPI_Allreduce(&word, &zeros, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    say_error("MPI_Scan", MPI_Scan(&word, &zeros, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    say("word %d, zero %d", word, zeros[0]);
    end();
}
