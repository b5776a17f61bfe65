// After a receive was cancelled, the message that it would have taken goes to the next one.
//
// ranks: 2
// covers: MPI_Cancel MPI_Irecv MPI_Recv MPI_Send MPI_Test_cancelled MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int first = -1, second = -2, cancelled = 0;
    if (rank == 0) {
        MPI_Request requests[2];
        MPI_Status statuses[2];
        MPI_Irecv(&first, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&second, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &requests[1]);
        MPI_Cancel(&requests[0]);
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Waitall(2, requests, statuses);
        MPI_Test_cancelled(&statuses[0], &cancelled);
        say("first cancelled %d, value %d", cancelled, first);
        MPI_Test_cancelled(&statuses[1], &cancelled);
        say("second cancelled %d, value %d", cancelled, second);
    } else {
        int value = 99;
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    }
    end();
}
