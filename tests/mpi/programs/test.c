// MPI_Test does not wait: false before the message was sent, true at some time afterwards.
//
// ranks: 2
// covers: MPI_Irecv MPI_Recv MPI_Send MPI_Test
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0) {
        int value = 0, flag = 0, early = 0;
        MPI_Request request;
        MPI_Status status;
        MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 100; i++) {
            MPI_Test(&request, &flag, &status);
            early += flag;
        }
        MPI_Send(NULL, 0, MPI_INT, 1, 4, MPI_COMM_WORLD);
        while (!flag)
            MPI_Test(&request, &flag, &status);
        say("early %d, value %d, source %d, tag %d", early, value, status.MPI_SOURCE, status.MPI_TAG);
        say("null request: %d", request == MPI_REQUEST_NULL);
    } else {
        int value = 31;
        MPI_Recv(NULL, 0, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
    }
    end();
}
