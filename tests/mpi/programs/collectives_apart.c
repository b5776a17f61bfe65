// A pending receive with both wildcards does not take the messages of collectives.
//
// ranks: 2 3 5
// covers: MPI_Allgather MPI_Allreduce MPI_Barrier MPI_Bcast MPI_Irecv MPI_Send MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int in = -1, word = rank == 0 ? 12 : 0, sum, all[8];
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    int out = 1000 + rank;
    MPI_Send(&out, 1, MPI_INT, (rank + 1) % size, 4, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    say("word %d, sum %d, last %d, received %d with tag %d", word, sum, all[size - 1], in, status.MPI_TAG);
    end();
}
