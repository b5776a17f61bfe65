// An inactive persistent request counts as complete, with an empty status, and is left out by the -any and -some calls.
//
// ranks: 1 2
// covers: MPI_Recv_init MPI_Request_free MPI_Request_get_status MPI_Test MPI_Testsome MPI_Wait MPI_Waitany
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int value = 3, flag = 0, index = 0, done = 0, indices[1];
    MPI_Request request;
    MPI_Status status;
    MPI_Recv_init(&value, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, &status);
    say("wait: any source %d, any tag %d", status.MPI_SOURCE == MPI_ANY_SOURCE, status.MPI_TAG == MPI_ANY_TAG);
    MPI_Test(&request, &flag, &status);
    say("test: %d, kept %d", flag, request != MPI_REQUEST_NULL);
    MPI_Waitany(1, &request, &index, &status);
    say("wait for any, undefined: %d", index == MPI_UNDEFINED);
    MPI_Testsome(1, &request, &done, indices, &status);
    say("test of some, undefined: %d", done == MPI_UNDEFINED);
    MPI_Request_get_status(request, &flag, &status);
    say("status: %d, any source %d", flag, status.MPI_SOURCE == MPI_ANY_SOURCE);
    MPI_Request_free(&request);
    end();
}
