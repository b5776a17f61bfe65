// A synchronous send is not complete before its receive has begun.
//
// ranks: 2
// covers: MPI_Issend MPI_Recv MPI_Send MPI_Test MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0) {
        int value = 17, done = 0, early = 0;
        MPI_Request request;
        MPI_Issend(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 200; i++) {
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            early += done;
        }
        MPI_Send(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        say("complete too early: %d", early);
    } else {
        int value;
        MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        say("value %d", value);
    }
    end();
}
