// A wildcard receive also takes the rank's own message.
//
// ranks: 1 2
// covers: MPI_Irecv MPI_Send MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int out = 40 + rank, in = -1;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Send(&out, 1, MPI_INT, rank, 11, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    say("%d from myself: %d, tag %d", in, status.MPI_SOURCE == rank, status.MPI_TAG);
    end();
}
