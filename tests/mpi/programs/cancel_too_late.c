// Cancelling a receive that is complete has no effect: the status tells of its message.
//
// ranks: 1 2
// covers: MPI_Cancel MPI_Irecv MPI_Request_get_status MPI_Sendrecv MPI_Test_cancelled MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int out = 44, in = 0, cancelled = -1, flag = 0, peer = size - 1 - rank;
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, peer, 5, MPI_COMM_WORLD, &request);
    MPI_Sendrecv(&out, 1, MPI_INT, peer, 5, NULL, 0, MPI_INT, MPI_PROC_NULL, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    while (!flag)
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    say("cancelled %d, value %d, tag %d", cancelled, in, status.MPI_TAG);
    end();
}
