// MPI_Testsome finds none, then those that are complete.
//
// ranks: 2
// covers: MPI_Irecv MPI_Recv MPI_Send MPI_Testsome
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[4] = {0}, done = -1, indices[4], found = 0, wrong = 0;
    if (rank == 0) {
        MPI_Request requests[4];
        MPI_Status statuses[4];
        for (int i = 0; i < 4; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
        MPI_Testsome(4, requests, &done, indices, statuses);
        say("at first: %d", done);
        MPI_Send(NULL, 0, MPI_INT, 1, 9, MPI_COMM_WORLD);
        while (found < 4) {
            MPI_Testsome(4, requests, &done, indices, statuses);
            for (int i = 0; i < done; i++)
                wrong += statuses[i].MPI_TAG != indices[i] || values[indices[i]] != 5 * indices[i];
            found += done;
        }
        MPI_Testsome(4, requests, &done, indices, statuses);
        say("wrong %d, none left: %d", wrong, done == MPI_UNDEFINED);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int tag = 3; tag >= 0; tag--) {
            values[0] = 5 * tag;
            MPI_Send(values, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
        }
    }
    end();
}
