// A message longer than its receive: an error, whichever way it is received, and the next one comes as usual.
//
// ranks: 2
// covers: MPI_Barrier MPI_Irecv MPI_Mprobe MPI_Mrecv MPI_Recv MPI_Send MPI_Wait
#include "errors.h"

enum { LONG = 5 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int words[LONG] = {1, 2, 3, 4, 5};
    MPI_Request request;
    MPI_Message message;
    MPI_Status status;
    if (rank == 0) {
        for (int tag = 0; tag < 4; tag++)
            MPI_Send(words, LONG, MPI_INT, 1, tag, MPI_COMM_WORLD);
        MPI_Send(words + 1, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Send(words, LONG, MPI_INT, 1, 5, MPI_COMM_WORLD);
    } else {
        int in[LONG] = {0};
        say_error("MPI_Recv", MPI_Recv(in, LONG - 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status));
        say_error("MPI_Recv, count of 0", MPI_Recv(in, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, &status));
        MPI_Irecv(in, 2, MPI_INT, 0, 2, MPI_COMM_WORLD, &request);
        say_error("MPI_Wait after MPI_Irecv", MPI_Wait(&request, &status));
        MPI_Mprobe(0, 3, MPI_COMM_WORLD, &message, &status);
        say_error("MPI_Mrecv", MPI_Mrecv(in, 1, MPI_INT, &message, &status));
        say_error("MPI_Recv, next", MPI_Recv(in, LONG, MPI_INT, 0, 9, MPI_COMM_WORLD, &status));
        say("value %d, beyond the receive %d", in[0], in[LONG - 1]);
        MPI_Irecv(in, 2, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        say_error("MPI_Wait after a posted MPI_Irecv", MPI_Wait(&request, &status));
    }
    end();
}
