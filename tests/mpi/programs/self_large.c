// A message to oneself too large for any buffer, received into a posted buffer.
//
// ranks: 1 2
// covers: MPI_Irecv MPI_Isend MPI_Waitall
#include "say.h"

enum { WORDS = 20000 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int out[WORDS], in[WORDS];
    int wrong = 0;
    for (int i = 0; i < WORDS; i++)
        out[i] = i * 3 + rank;
    MPI_Request requests[2];
    MPI_Isend(out, WORDS, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in, WORDS, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < WORDS; i++)
        wrong += in[i] != i * 3 + rank;
    say("wrong: %d", wrong);
    end();
}
