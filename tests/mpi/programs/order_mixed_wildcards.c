// A receive for any tag takes the oldest message, a receive for one tag the oldest of that tag, in turn.
//
// ranks: 2
// covers: MPI_Isend MPI_Recv MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const int sent[8] = {1, 2, 1, 3, 2, 1, 3, 2};
    const int wanted[8] = {2, MPI_ANY_TAG, 3, MPI_ANY_TAG, MPI_ANY_TAG, 3, MPI_ANY_TAG, MPI_ANY_TAG};
    int values[8];
    MPI_Request requests[8];
    for (int i = 0; i < 8 && rank == 0; i++) {
        values[i] = i;
        MPI_Isend(&values[i], 1, MPI_INT, 1, sent[i], MPI_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < 8 && rank == 1; i++) {
        MPI_Status status;
        int value;
        MPI_Recv(&value, 1, MPI_INT, 0, wanted[i], MPI_COMM_WORLD, &status);
        say("message %d with tag %d", value, status.MPI_TAG);
    }
    if (rank == 0)
        MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    end();
}
