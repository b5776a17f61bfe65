// A matched probe takes the message out of matching: a receive afterwards gets the next one.
//
// ranks: 2 3
// covers: MPI_Isend MPI_Mprobe MPI_Mrecv MPI_Recv MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank > 0) {
        int values[3];
        MPI_Request requests[3];
        for (int i = 0; i < 3; i++) {
            values[i] = rank * 10 + i;
            MPI_Isend(&values[i], 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &requests[i]);
        }
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    } else {
        for (int source = 1; source < size; source++) {
            MPI_Message first, third;
            MPI_Status status;
            int values[3];
            MPI_Mprobe(source, 4, MPI_COMM_WORLD, &first, &status);
            MPI_Recv(&values[1], 1, MPI_INT, source, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Mprobe(source, MPI_ANY_TAG, MPI_COMM_WORLD, &third, &status);
            MPI_Mrecv(&values[2], 1, MPI_INT, &third, MPI_STATUS_IGNORE);
            MPI_Mrecv(&values[0], 1, MPI_INT, &first, &status);
            say_ints("values", values, 3);
            say("source %d, tag %d, message null %d", status.MPI_SOURCE, status.MPI_TAG, first == MPI_MESSAGE_NULL);
        }
    }
    end();
}
