// A persistent receive with wildcards takes whatever comes, each time anew.
//
// ranks: 2 3
// covers: MPI_Recv_init MPI_Request_free MPI_Send MPI_Start MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0) {
        int value, seen[8] = {0};
        MPI_Request request;
        MPI_Status status;
        MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 4 * (size - 1); i++) {
            MPI_Start(&request);
            MPI_Wait(&request, &status);
            seen[status.MPI_SOURCE] += value * (status.MPI_TAG + 1);
        }
        MPI_Request_free(&request);
        say_ints("seen", seen, size);
    } else {
        for (int i = 0; i < 4; i++)
            MPI_Send(&rank, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    }
    end();
}
