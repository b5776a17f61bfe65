// MPI_Request_get_status looks at a request without ending it.
//
// ranks: 2
// covers: MPI_Irecv MPI_Recv MPI_Request_get_status MPI_Send MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int value = 12, flag = 0, early = 0;
    MPI_Status status;
    if (rank == 0) {
        MPI_Request request;
        MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 20; i++) {
            MPI_Request_get_status(request, &flag, &status);
            early += flag;
        }
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        while (!flag)
            MPI_Request_get_status(request, &flag, &status);
        say("early %d, source %d, tag %d, value %d", early, status.MPI_SOURCE, status.MPI_TAG, value);
        say("request is still there: %d", request != MPI_REQUEST_NULL);
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
        MPI_Wait(&request, &status);
        say("complete %d, source %d, tag %d", flag, status.MPI_SOURCE, status.MPI_TAG);
        MPI_Request_get_status(MPI_REQUEST_NULL, &flag, &status);
        say("null request: %d, any source %d", flag, status.MPI_SOURCE == MPI_ANY_SOURCE);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
        value = 77;
        MPI_Send(&value, 1, MPI_INT, 0, 21, MPI_COMM_WORLD);
    }
    end();
}
