// Rank 0 receives 400,000 bytes from each of two ranks at the same time: the messages do not mix.
//
// ranks: 3
// covers: MPI_Barrier MPI_Get_count MPI_Irecv MPI_Send MPI_Waitall
#include "say.h"

enum { WORDS = 100000, SOURCES = 2 };

static int word(int source, int index)
{
    return index * 8 + source;
}

static int blocks[SOURCES][WORDS];

static void receive_all(void)
{
    MPI_Request requests[SOURCES];
    MPI_Status statuses[SOURCES];
    for (int i = 0; i < SOURCES; i++)
        MPI_Irecv(blocks[i], WORDS, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(SOURCES, requests, statuses);
    for (int i = 0; i < SOURCES; i++) {
        int count, wrong = 0;
        MPI_Get_count(&statuses[i], MPI_INT, &count);
        for (int k = 0; k < WORDS; k++)
            wrong += blocks[i][k] != word(i + 1, k);
        say("from %d: %d words, %d wrong, the first %d, the last %d", statuses[i].MPI_SOURCE, count, wrong,
            blocks[i][0], blocks[i][WORDS - 1]);
    }
}

static void send_one(void)
{
    for (int k = 0; k < WORDS; k++)
        blocks[0][k] = word(rank, k);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(blocks[0], WORDS, MPI_INT, 0, 0, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank == 0)
        receive_all();
    else
        send_one();
    end();
}
