// Everybody sends to the right and receives from the left, with different lengths each way round.
//
// ranks: 1 2 3 5 8
// covers: MPI_Get_count MPI_Sendrecv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int right = (rank + 1) % size, left = (rank + size - 1) % size, out[16], in[16], count;
    for (int i = 0; i < 16; i++)
        out[i] = rank * 100 + i;
    MPI_Status status;
    MPI_Sendrecv(out, rank + 1, MPI_INT, right, rank, in, 16, MPI_INT, left, left, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    say_ints("from the left", in, count);
    say("source %d, tag %d", status.MPI_SOURCE, status.MPI_TAG);
    end();
}
