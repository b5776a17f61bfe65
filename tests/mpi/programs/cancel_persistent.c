// A started persistent receive can be cancelled, and started again.
//
// ranks: 1 2
// covers: MPI_Barrier MPI_Cancel MPI_Recv_init MPI_Request_free MPI_Send MPI_Start MPI_Test_cancelled
// covers: MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int in = -1, out = rank + 5, cancelled = -1, peer = size - 1 - rank;
    MPI_Request request;
    MPI_Status status;
    MPI_Recv_init(&in, 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    say("cancelled %d, value %d, request kept %d", cancelled, in, request != MPI_REQUEST_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&request);
    MPI_Send(&out, 1, MPI_INT, peer, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    say("cancelled %d, value %d", cancelled, in);
    MPI_Request_free(&request);
    end();
}
