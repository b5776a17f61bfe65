// MPI_Iprobe does not wait: false before the message was sent, true at some time afterwards.
//
// ranks: 2
// covers: MPI_Get_count MPI_Iprobe MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[3] = {5, 6, 7}, flag = 0, early = 0, count, other = 0;
    MPI_Status status;
    if (rank == 0) {
        for (int i = 0; i < 50; i++) {
            MPI_Iprobe(1, 8, MPI_COMM_WORLD, &flag, &status);
            early += flag;
        }
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        while (!flag)
            MPI_Iprobe(1, 8, MPI_COMM_WORLD, &flag, &status);
        MPI_Iprobe(1, 7, MPI_COMM_WORLD, &other, MPI_STATUS_IGNORE);
        MPI_Get_count(&status, MPI_INT, &count);
        say("early %d, tag %d, count %d, another tag %d", early, status.MPI_TAG, count, other);
        MPI_Recv(values, 3, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        say("afterwards %d, last value %d", flag, values[2]);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        values[2] = 70;
        MPI_Send(values, 3, MPI_INT, 0, 8, MPI_COMM_WORLD);
    }
    end();
}
