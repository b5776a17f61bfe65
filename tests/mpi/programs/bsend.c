// Buffered sends complete before anybody receives: all ranks send to all first and receive afterwards.
//
// ranks: 2 5
// covers: MPI_Bsend MPI_Buffer_attach MPI_Buffer_detach MPI_Recv
#include "say.h"

enum { ROOM = 8 * (64 * (int)sizeof(int) + MPI_BSEND_OVERHEAD) };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static char buffer[ROOM];
    MPI_Buffer_attach(buffer, ROOM);
    int values[64], sum = 0;
    for (int peer = 0; peer < size; peer++) {
        for (int i = 0; i < 64; i++)
            values[i] = rank * 1000 + peer * 100 + i;
        MPI_Bsend(values, 64, MPI_INT, peer, 5, MPI_COMM_WORLD);
        values[0] = -1;
    }
    for (int peer = size - 1; peer >= 0; peer--) {
        MPI_Recv(values, 64, MPI_INT, peer, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 64; i++)
            sum += values[i];
        say("from %d: %d..%d", peer, values[0], values[63]);
    }
    say("sum %d", sum);
    void *detached;
    int length;
    MPI_Buffer_detach(&detached, &length);
    say("same buffer: %d, length %d", detached == (void *)buffer, length == ROOM);
    end();
}
