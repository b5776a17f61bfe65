// MPI_Waitany returns the only request that can complete, wherever it stands.
//
// ranks: 2
// covers: MPI_Irecv MPI_Recv MPI_Send MPI_Waitany
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int in[4] = {-1, -1, -1, -1}, index;
    const int order[4] = {2, 0, 3, 1};
    if (rank == 0) {
        MPI_Request requests[4];
        for (int i = 0; i < 4; i++)
            MPI_Irecv(&in[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
        for (int turn = 0; turn < 4; turn++) {
            MPI_Send(NULL, 0, MPI_INT, 1, 9, MPI_COMM_WORLD);
            MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
            say("request %d: %d", index, in[index]);
        }
    } else {
        for (int turn = 0; turn < 4; turn++) {
            MPI_Recv(NULL, 0, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(&turn, 1, MPI_INT, 0, order[turn], MPI_COMM_WORLD);
        }
    }
    end();
}
