// A receive that nothing matches can be cancelled; its buffer stays as it was.
//
// ranks: 1 2
// covers: MPI_Cancel MPI_Irecv MPI_Test_cancelled MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[2] = {61, 62}, cancelled = -1;
    MPI_Request requests[2];
    MPI_Status status;
    MPI_Irecv(&values[0], 1, MPI_INT, size - 1 - rank, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&values[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &requests[1]);
    for (int i = 0; i < 2; i++) {
        MPI_Cancel(&requests[i]);
        MPI_Wait(&requests[i], &status);
        MPI_Test_cancelled(&status, &cancelled);
        say("cancelled %d, value %d, null request %d", cancelled, values[i], requests[i] == MPI_REQUEST_NULL);
    }
    end();
}
