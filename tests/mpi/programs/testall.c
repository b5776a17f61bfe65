// MPI_Testall is false while one request is open, and then leaves all requests as they are.
//
// ranks: 2
// covers: MPI_Irecv MPI_Recv MPI_Send MPI_Testall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[3] = {1, 2, 3}, flag = 0, early = 0;
    if (rank == 0) {
        MPI_Request requests[3];
        MPI_Status statuses[3];
        for (int i = 0; i < 3; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
        for (int i = 0; i < 50; i++) {
            MPI_Testall(3, requests, &flag, statuses);
            early += flag + (requests[0] == MPI_REQUEST_NULL) + (requests[2] == MPI_REQUEST_NULL);
        }
        MPI_Send(NULL, 0, MPI_INT, 1, 9, MPI_COMM_WORLD);
        while (!flag)
            MPI_Testall(3, requests, &flag, statuses);
        say("early %d, tags %d %d %d", early, statuses[0].MPI_TAG, statuses[1].MPI_TAG, statuses[2].MPI_TAG);
        say_ints("values", values, 3);
    } else {
        MPI_Send(&values[2], 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Send(&values[1], 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        MPI_Recv(NULL, 0, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&values[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    end();
}
