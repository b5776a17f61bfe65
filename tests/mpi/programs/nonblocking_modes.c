// The four nonblocking modes, all at once.
//
// ranks: 2
// covers: MPI_Barrier MPI_Buffer_attach MPI_Buffer_detach MPI_Ibsend MPI_Irecv MPI_Irsend MPI_Isend
// covers: MPI_Issend MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static char buffer[1024];
    MPI_Buffer_attach(buffer, sizeof buffer);
    int out[4] = {rank, rank + 10, rank + 20, rank + 30}, in[4] = {0}, peer = 1 - rank;
    MPI_Request requests[8];
    for (int i = 0; i < 4; i++)
        MPI_Irecv(&in[i], 1, MPI_INT, peer, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Isend(&out[0], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[4]);
    MPI_Issend(&out[1], 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[5]);
    MPI_Irsend(&out[2], 1, MPI_INT, peer, 2, MPI_COMM_WORLD, &requests[6]);
    MPI_Ibsend(&out[3], 1, MPI_INT, peer, 3, MPI_COMM_WORLD, &requests[7]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    say_ints("received", in, 4);
    void *detached;
    int length;
    MPI_Buffer_detach(&detached, &length);
    end();
}
