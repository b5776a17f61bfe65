// Persistent requests with MPI_PROC_NULL complete at once.
//
// ranks: 1 2
// covers: MPI_Recv_init MPI_Request_free MPI_Send_init MPI_Startall MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int value = 8;
    MPI_Request requests[2];
    MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 2; round++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        say("round %d, value %d", round, value);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    end();
}
