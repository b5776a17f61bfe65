// MPI_Startall starts sends and receives to both neighbours together.
//
// ranks: 2 3 5
// covers: MPI_Recv_init MPI_Request_free MPI_Send_init MPI_Startall MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int right = (rank + 1) % size, left = (rank + size - 1) % size, state = 1 << rank, from_left, from_right;
    MPI_Request requests[4];
    MPI_Recv_init(&from_left, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&from_right, 1, MPI_INT, right, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Send_init(&state, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Send_init(&state, 1, MPI_INT, left, 2, MPI_COMM_WORLD, &requests[3]);
    for (int round = 0; round < 10; round++) {
        MPI_Startall(4, requests);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        state = (state * 2 + from_left * 3 + from_right * 5) % 1009;
    }
    say("state %d", state);
    for (int i = 0; i < 4; i++)
        MPI_Request_free(&requests[i]);
    end();
}
