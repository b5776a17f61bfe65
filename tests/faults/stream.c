/* Messages of 0 to 16 words round a circle of ranks, each known by its number: does each arrive once, in order and
 * right? Arguments: the messages of all ranks together. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 16 };

/* Word `place` of message `number` of a rank. */
static uint32_t word(int rank, uint32_t number, uint32_t place)
{
    uint32_t mixed = (uint32_t)rank * 0x9E3779B9u ^ number * 0x85EBCA6Bu ^ place * 0xC2B2AE35u;
    mixed ^= mixed >> 15;
    return mixed * 0x2C1B3C6Du ^ number;
}

static int length(int rank, uint32_t number)
{
    return (int)(word(rank, number, MOST) >> 8) % (MOST + 1);
}

static int fill(int rank, uint32_t number, uint32_t *words)
{
    const int count = length(rank, number);
    for (int place = 0; place < count; place++) {
        words[place] = word(rank, number, (uint32_t)place);
    }
    return count;
}

static void check(int from, uint32_t number, const uint32_t *words, int count)
{
    int is_right = count == length(from, number);
    for (int place = 0; is_right && place < count; place++) {
        is_right = words[place] == word(from, number, (uint32_t)place);
    }
    if (!is_right) {
        fprintf(stderr, "message %u of rank %d is not what came\n", (unsigned)number, from);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(int argc, char **argv)
{
    int rank, size, received = 0, all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const uint32_t wanted = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000;
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    for (uint32_t number = (uint32_t)rank; number < wanted; number += (uint32_t)size) {
        const uint32_t turn = number - (uint32_t)rank, theirs = turn + (uint32_t)from;
        uint32_t sent[MOST], words[MOST + 1];
        MPI_Request request;
        MPI_Status status;
        int count;
        MPI_Isend(sent, fill(rank, turn, sent), MPI_UINT32_T, to, 0, MPI_COMM_WORLD, &request);
        if (theirs < wanted) {
            MPI_Recv(words, MOST + 1, MPI_UINT32_T, from, 0, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_UINT32_T, &count);
            check(from, turn, words, count);
            received++;
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Reduce(&received, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%d messages arrived once, in order and right\n", all);
    }
    return MPI_Finalize();
}
