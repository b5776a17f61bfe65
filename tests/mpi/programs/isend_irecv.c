// Nonblocking messages between all pairs at once.
//
// ranks: 2 3 5
// covers: MPI_Irecv MPI_Isend MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int out[16], in[16];
    MPI_Request requests[32];
    for (int peer = 0; peer < size; peer++) {
        out[peer] = rank * 16 + peer;
        MPI_Irecv(&in[peer], 1, MPI_INT, peer, rank, MPI_COMM_WORLD, &requests[2 * peer]);
        MPI_Isend(&out[peer], 1, MPI_INT, peer, peer, MPI_COMM_WORLD, &requests[2 * peer + 1]);
    }
    for (int i = 2 * size - 1; i >= 0; i--)
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    say_ints("received", in, size);
    say("requests are null: %d", requests[0] == MPI_REQUEST_NULL && requests[2 * size - 1] == MPI_REQUEST_NULL);
    end();
}
