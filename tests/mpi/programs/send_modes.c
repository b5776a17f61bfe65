// The four blocking modes deliver alike: standard, synchronous, ready (its receive is posted) and buffered.
//
// ranks: 2
// covers: MPI_Barrier MPI_Bsend MPI_Buffer_attach MPI_Buffer_detach MPI_Irecv MPI_Rsend MPI_Send MPI_Ssend
// covers: MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int values[4] = {0};
    static char buffer[1024];
    MPI_Buffer_attach(buffer, sizeof buffer);
    MPI_Request requests[4];
    for (int i = 0; i < 4 && rank == 1; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        const int sent[4] = {11, 22, 33, 44};
        MPI_Bsend(&sent[3], 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
        MPI_Rsend(&sent[2], 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Ssend(&sent[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(&sent[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        say_ints("values", values, 4);
    }
    void *detached;
    int length;
    MPI_Buffer_detach(&detached, &length);
    end();
}
