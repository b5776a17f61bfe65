// Messages with different tags may be received in any order, here from the last to the first.
//
// ranks: 2 3
// covers: MPI_Isend MPI_Recv MPI_Waitall
#include "say.h"

enum { MESSAGES = 40 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0) {
        int values[MESSAGES];
        for (int source = 1; source < size; source++)
            for (int tag = MESSAGES - 1; tag >= 0; tag--)
                MPI_Recv(&values[tag], 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        say_ints("values", values, MESSAGES);
    } else {
        int values[MESSAGES];
        MPI_Request requests[MESSAGES];
        for (int tag = 0; tag < MESSAGES; tag++) {
            values[tag] = tag * tag;
            MPI_Isend(&values[tag], 1, MPI_INT, 0, tag, MPI_COMM_WORLD, &requests[tag]);
        }
        MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
    }
    end();
}
