// Persistent requests: made once, started many times.
//
// ranks: 2 3
// covers: MPI_Recv_init MPI_Request_free MPI_Send_init MPI_Start MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int out[4], in[4], sum = 0, right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request send, receive;
    MPI_Status status;
    MPI_Send_init(out, 4, MPI_INT, right, 2, MPI_COMM_WORLD, &send);
    MPI_Recv_init(in, 4, MPI_INT, left, 2, MPI_COMM_WORLD, &receive);
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 4; i++)
            out[i] = rank * 1000 + round * 10 + i;
        MPI_Start(&receive);
        MPI_Start(&send);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        MPI_Wait(&receive, &status);
        for (int i = 0; i < 4; i++)
            sum = (sum * 3 + in[i]) % 100003;
    }
    say("sum %d, source %d, kept %d", sum, status.MPI_SOURCE, receive != MPI_REQUEST_NULL);
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
    say("freed %d", send == MPI_REQUEST_NULL && receive == MPI_REQUEST_NULL);
    end();
}
