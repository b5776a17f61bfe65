// Random messages between all ranks, with random tags and lengths, received in another random order.
//
// ranks: 2 5 8
// covers: MPI_Get_count MPI_Isend MPI_Recv MPI_Waitall
#include "say.h"

enum { MESSAGES = 12, LONGEST = 600 };

static unsigned hash(int from, int to, int index)
{
    unsigned x = (unsigned)(from * 73856093) ^ (unsigned)(to * 19349663) ^ (unsigned)(index * 83492791);
    x ^= x >> 13;
    x *= 0x5bd1e995u;
    return x ^ x >> 15;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int out[8 * MESSAGES][LONGEST], in[LONGEST];
    static MPI_Request requests[8 * MESSAGES];
    int sent = 0, wrong = 0, words = 0;
    for (int index = 0; index < MESSAGES; index++)
        for (int to = 0; to < size; to++, sent++) {
            int length = (int)(hash(rank, to, index) % LONGEST);
            for (int i = 0; i < length; i++)
                out[sent][i] = (int)hash(rank, to, index) + i;
            MPI_Isend(out[sent], length, MPI_INT, to, index / 3, MPI_COMM_WORLD, &requests[sent]);
        }
    for (int tag = MESSAGES / 3 - 1; tag >= 0; tag--)
        for (int step = 0; step < size; step++)
            for (int index = tag * 3; index < tag * 3 + 3; index++) {
                int from = (rank * 3 + step) % size, count, length = (int)(hash(from, rank, index) % LONGEST);
                MPI_Status status;
                MPI_Recv(in, LONGEST, MPI_INT, from, tag, MPI_COMM_WORLD, &status);
                MPI_Get_count(&status, MPI_INT, &count);
                wrong += count != length;
                for (int i = 0; i < length; i++)
                    wrong += in[i] != (int)hash(from, rank, index) + i;
                words += count;
            }
    MPI_Waitall(sent, requests, MPI_STATUSES_IGNORE);
    say("received %d words, wrong: %d", words, wrong);
    end();
}
