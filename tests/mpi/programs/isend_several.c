// Several small messages between all pairs, sent before a receive is posted.
//
// ranks: 2 3 5
// covers: MPI_Isend MPI_Recv MPI_Waitall
#include "say.h"

enum { EACH = 7 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int out[5][EACH], in[5 * EACH];
    MPI_Request requests[5 * EACH];
    for (int i = 0; i < size * EACH; i++) {
        out[i % size][i / size] = rank * 100 + i;
        MPI_Isend(&out[i % size][i / size], 1, MPI_INT, i % size, 0, MPI_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < size * EACH; i++)
        MPI_Recv(&in[i], 1, MPI_INT, i % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(size * EACH, requests, MPI_STATUSES_IGNORE);
    say_ints("received", in, size * EACH);
    end();
}
