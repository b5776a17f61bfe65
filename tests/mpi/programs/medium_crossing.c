// Messages of a few hundred bytes that cross: between all pairs, in circles both ways, and to one rank that takes them
// last. Each sum is told, so that one that was lost, or came twice or in another order, is seen.
//
// ranks: 2 3 5 8
// covers: MPI_Sendrecv MPI_Send MPI_Recv MPI_Isend MPI_Waitall
#include "say.h"

enum { WORDS = 128, ROUNDS = 24 };

static int out[8][WORDS], in[WORDS];
static unsigned sum;

static void fill(int *words, int count, int to, int round)
{
    for (int i = 0; i < count; i++)
        words[i] = rank * 1000003 + to * 10007 + round * 101 + i;
}

static void add(int count)
{
    for (int i = 0; i < count; i++)
        sum = sum * 31 + (unsigned)in[i];
}

static int length(int round)
{
    return 17 + (round * 29) % (WORDS - 17);
}

static void circle(int round, int step)
{
    const int count = length(round);
    const int to = (rank + step + size) % size, from = (rank - step + size) % size;
    fill(out[0], count, to, round);
    MPI_Sendrecv(out[0], count, MPI_INT, to, 1, in, WORDS, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    add(count);
}

/* A rank sends first to those above it, which receive from it before they send to it. */
static void pairs(int round)
{
    const int count = length(round);
    for (int other = 0; other < size; other++) {
        if (other == rank)
            continue;
        fill(out[0], count, other, round);
        if (rank < other)
            MPI_Send(out[0], count, MPI_INT, other, 2, MPI_COMM_WORLD);
        MPI_Recv(in, WORDS, MPI_INT, other, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        add(count);
        if (rank > other)
            MPI_Send(out[0], count, MPI_INT, other, 2, MPI_COMM_WORLD);
    }
}

static void to_one(int round)
{
    const int count = length(round), root = round % size;
    if (rank != root) {
        fill(out[0], count, root, round);
        MPI_Send(out[0], count, MPI_INT, root, 3, MPI_COMM_WORLD);
        return;
    }
    for (int other = size - 1; other >= 0; other--) {
        if (other != root) {
            MPI_Recv(in, WORDS, MPI_INT, other, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            add(count);
        }
    }
}

static void all_by_requests(int round)
{
    const int count = length(round);
    MPI_Request requests[8];
    for (int other = 0; other < size; other++) {
        fill(out[other], count, other, round);
        MPI_Isend(out[other], count, MPI_INT, other, 4, MPI_COMM_WORLD, &requests[other]);
    }
    for (int other = 0; other < size; other++) {
        MPI_Recv(in, WORDS, MPI_INT, other, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        add(count);
    }
    MPI_Waitall(size, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int round = 0; round < ROUNDS; round++) {
        circle(round, 1);
        circle(round, -1);
        pairs(round);
        to_one(round);
        all_by_requests(round);
    }
    const int told = (int)(sum % 1000000007u);
    say_ints("sum", &told, 1);
    end();
}
