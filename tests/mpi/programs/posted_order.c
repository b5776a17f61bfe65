// Of the receives that a message matches, the one that was posted first takes it, with or without wildcards.
//
// ranks: 2
// covers: MPI_Irecv MPI_Recv MPI_Send MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[5];
    if (rank == 1) {
        const int sources[5] = {0, MPI_ANY_SOURCE, 0, MPI_ANY_SOURCE, 0};
        const int tags[5] = {MPI_ANY_TAG, 1, 1, MPI_ANY_TAG, 2};
        MPI_Request requests[5];
        MPI_Status statuses[5];
        for (int i = 0; i < 5; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, sources[i], tags[i], MPI_COMM_WORLD, &requests[i]);
        MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Waitall(5, requests, statuses);
        for (int i = 0; i < 5; i++)
            say("receive %d: message %d with tag %d", i, values[i], statuses[i].MPI_TAG);
    } else {
        const int tags[5] = {1, 1, 2, 1, 2};
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 5; i++)
            MPI_Send(&i, 1, MPI_INT, 1, tags[i], MPI_COMM_WORLD);
    }
    end();
}
