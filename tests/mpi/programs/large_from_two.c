// Rank 0 receives 400,000 bytes from each of two ranks at the same time, several times: the messages do not mix.
//
// ranks: 3
// covers: MPI_Barrier MPI_Get_count MPI_Irecv MPI_Isend MPI_Wait MPI_Waitall
#include "say.h"

enum { WORDS = 100000, SOURCES = 2, ROUNDS = 20 };

static int blocks[SOURCES][WORDS];

static int word(int source, int index)
{
    return index * 8 + source;
}

static void receive_all(int round)
{
    MPI_Request requests[SOURCES];
    MPI_Status statuses[SOURCES];
    for (int i = 0; i < SOURCES; i++)
        MPI_Irecv(blocks[i], WORDS, MPI_INT, i + 1, round, MPI_COMM_WORLD, &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(SOURCES, requests, statuses);
    for (int i = 0; i < SOURCES; i++) {
        int count, wrong = 0;
        MPI_Get_count(&statuses[i], MPI_INT, &count);
        for (int k = 0; k < WORDS; k++)
            wrong += blocks[i][k] != word(i + 1, k) + round;
        say("round %d, from %d: %d words, %d wrong, the first %d, the last %d", round, statuses[i].MPI_SOURCE, count,
            wrong, blocks[i][0], blocks[i][WORDS - 1]);
    }
}

// For a while, without MPI.
static void compute(void)
{
    for (volatile int i = 0; i < 1000000; i++) {
    }
}

// In every other round the data of the first rank come late, though its message is the first that was matched.
static void send_one(int round)
{
    MPI_Request request;
    for (int k = 0; k < WORDS; k++)
        blocks[0][k] = word(rank, k) + round;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Isend(blocks[0], WORDS, MPI_INT, 0, round, MPI_COMM_WORLD, &request);
    if (rank == 1 && round % 2 == 1)
        compute();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int round = 0; round < ROUNDS; round++) {
        if (rank == 0)
            receive_all(round);
        else
            send_one(round);
    }
    end();
}
