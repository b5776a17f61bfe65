// Barriers of ranks with sends and receives outstanding, which others wait for before they come.
//
// ranks: 2 3 5
// covers: MPI_Barrier MPI_Irecv MPI_Isend MPI_Recv MPI_Send MPI_Wait MPI_Waitall
#include "say.h"

enum { WORDS = 3000 };

static int out[WORDS], in[WORDS];

// Rank 0 sends while it meets the others; rank 1 comes when it has received.
static void send_in_barrier(int round, int words)
{
    MPI_Request request;
    out[words - 1] = 100 * round + words;
    if (rank == 0)
        MPI_Isend(out, words, MPI_INT, 1, round, MPI_COMM_WORLD, &request);
    if (rank == 1)
        MPI_Recv(in, words, MPI_INT, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 1)
        say("round %d: %d", round, in[words - 1]);
}

// Rank 1 receives while it meets the others; rank 0 comes when it has sent.
static void receive_in_barrier(int round, int words)
{
    MPI_Request request;
    out[words - 1] = 100 * round + words;
    if (rank == 1)
        MPI_Irecv(in, words, MPI_INT, 0, round, MPI_COMM_WORLD, &request);
    if (rank == 0)
        MPI_Send(out, words, MPI_INT, 1, round, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        say("round %d: %d", round, in[words - 1]);
    }
}

// All have both outstanding over several barriers.
static void all_outstanding(int round, int words)
{
    MPI_Request requests[2];
    out[words - 1] = 100 * round + rank;
    MPI_Irecv(in, words, MPI_INT, (rank + size - 1) % size, round, MPI_COMM_WORLD, &requests[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Isend(out, words, MPI_INT, (rank + 1) % size, round, MPI_COMM_WORLD, &requests[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    say("round %d: %d", round, in[words - 1]);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int round = 0; round < 6; round++) {
        int words = round % 2 == 0 ? WORDS : 1;
        send_in_barrier(3 * round, words);
        receive_in_barrier(3 * round + 1, words);
        all_outstanding(3 * round + 2, words);
    }
    end();
}
