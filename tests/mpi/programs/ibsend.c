// Nonblocking buffered sends: complete at once, and the variable may change.
//
// ranks: 2
// covers: MPI_Buffer_attach MPI_Buffer_detach MPI_Ibsend MPI_Recv MPI_Wait
#include "say.h"

enum { ROOM = 20 * ((int)sizeof(int) + MPI_BSEND_OVERHEAD) };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static char buffer[ROOM];
    MPI_Buffer_attach(buffer, ROOM);
    int value, sum = 0;
    for (int i = 0; i < 10; i++) {
        MPI_Request request;
        value = i * i + rank;
        MPI_Ibsend(&value, 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        value = -100;
    }
    for (int i = 9; i >= 0; i--) {
        MPI_Recv(&value, 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum = 3 * sum % 10007 + value;
    }
    say("sum %d", sum);
    void *detached;
    int length;
    MPI_Buffer_detach(&detached, &length);
    end();
}
