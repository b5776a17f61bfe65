// MPI_Waitall with good messages and then a truncated one: the statuses tell which.
//
// ranks: 2
// covers: MPI_Irecv MPI_Send MPI_Waitall
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int words[4] = {1, 2, 3, 4};
    if (rank == 0) {
        for (int tag = 0; tag < 3; tag++)
            MPI_Send(words, tag == 2 ? 4 : 2, MPI_INT, 1, tag, MPI_COMM_WORLD);
    } else {
        int in[3][2];
        MPI_Request requests[3];
        MPI_Status statuses[3];
        for (int tag = 0; tag < 3; tag++)
            MPI_Irecv(in[tag], 2, MPI_INT, 0, tag, MPI_COMM_WORLD, &requests[tag]);
        say_error("MPI_Waitall", MPI_Waitall(3, requests, statuses));
        for (int i = 0; i < 3; i++)
            say("request %d: %s", i, class_name(statuses[i].MPI_ERROR));
    }
    end();
}
