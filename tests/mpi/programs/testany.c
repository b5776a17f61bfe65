// MPI_Testany finds the one request that is complete.
//
// ranks: 2
// covers: MPI_Irecv MPI_Recv MPI_Send MPI_Testany
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[3] = {0}, flag = 0, index = -5, early = 0;
    if (rank == 0) {
        MPI_Request requests[3];
        MPI_Status status;
        for (int i = 0; i < 3; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
        for (int i = 0; i < 50; i++) {
            MPI_Testany(3, requests, &index, &flag, &status);
            early += flag + (index != MPI_UNDEFINED);
        }
        for (int turn = 0; turn < 3; turn++) {
            MPI_Send(NULL, 0, MPI_INT, 1, 9, MPI_COMM_WORLD);
            do
                MPI_Testany(3, requests, &index, &flag, &status);
            while (!flag);
            say("request %d: %d, tag %d", index, values[index], status.MPI_TAG);
        }
        MPI_Testany(3, requests, &index, &flag, &status);
        say("early %d, none left: %d %d", early, flag, index == MPI_UNDEFINED);
    } else {
        for (int turn = 0; turn < 3; turn++) {
            MPI_Recv(NULL, 0, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            values[0] = 60 + turn;
            MPI_Send(values, 1, MPI_INT, 0, (turn + 1) % 3, MPI_COMM_WORLD);
        }
    }
    end();
}
