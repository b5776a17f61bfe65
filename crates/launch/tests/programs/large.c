/* Large messages in all ways there are, every byte checked, buffers written over as soon as they may be.
 *
 *     large ROUNDS [THREADS]
 *
 * Ranks are processes, or as many threads of this one. Lengths and contents follow from round and sender.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/threads.h>

#define LONGEST 400000
#define TAG 4

static uint32_t mix(uint32_t value)
{
    value = (value ^ value >> 16) * 0x7FEB352Du;
    value = (value ^ value >> 15) * 0x846CA68Bu;
    return value ^ value >> 16;
}

/* Lengths near those where the way changes come often. */
static int length_of(uint32_t round, int sender)
{
    static const int edges[] = {0, 8192, 8193, 65535, 65536, 65537, 122879, 122880, 122881, 188416, 245760, LONGEST};
    const uint32_t number = mix(round * 64 + (uint32_t)sender);
    return number % 2 == 0 ? edges[number / 2 % (sizeof edges / sizeof edges[0])] : (int)(number / 2 % LONGEST);
}

/* Each word of a message says where it belongs. */
static void fill(uint32_t *words, uint32_t round, int sender)
{
    for (uint32_t i = 0; i < LONGEST / 4; i++) {
        words[i] = i * 64 + (uint32_t)sender + round * 0x1000193u;
    }
}

/* What was received, and that nothing was written behind it. */
static void check(const uint32_t *words, int bytes, uint32_t round, int sender)
{
    static _Thread_local uint32_t expected[LONGEST / 4];
    const size_t length = (size_t)length_of(round, sender);
    const unsigned char *const seen = (const unsigned char *)words;
    fill(expected, round, sender);
    int good = (size_t)bytes == length && memcmp(words, expected, length) == 0;
    for (size_t i = length; i < LONGEST; i++) {
        good = good && seen[i] == 0xEE;
    }
    if (!good) {
        fprintf(stderr, "round %u: wrong message from rank %d\n", round, sender);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void receive(uint32_t *in, int from, MPI_Status *status)
{
    MPI_Recv(in, LONGEST, MPI_BYTE, from, TAG, MPI_COMM_WORLD, status);
}

/* One after the other: who is at an even place of its circle sends first. */
static void in_turn(uint32_t *out, uint32_t *in, int length, int to, int from, int sends_first, MPI_Status *status)
{
    if (!sends_first) {
        receive(in, from, status);
    }
    MPI_Send(out, length, MPI_BYTE, to, TAG, MPI_COMM_WORLD);
    memset(out, 0x11, LONGEST);
    if (sends_first) {
        receive(in, from, status);
    }
}

static void at_once(uint32_t *out, uint32_t *in, int length, int to, int from, MPI_Status *status)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Irecv(in, LONGEST, MPI_BYTE, from, TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, length, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    memset(out, 0x11, LONGEST);
    *status = statuses[0];
}

/* Started, and waited for after what comes the other way. */
static void overlapped(uint32_t *out, uint32_t *in, int length, int to, int from, MPI_Status *status)
{
    MPI_Request request;
    MPI_Isend(out, length, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &request);
    receive(in, from, status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    memset(out, 0x11, LONGEST);
}

/* Everybody sends to the next rank. */
static void shift(uint32_t *out, uint32_t *in, int rank, int ranks, uint32_t round)
{
    const int to = (rank + 1) % ranks;
    const int from = (rank + ranks - 1) % ranks;
    const int length = length_of(round, rank);
    MPI_Status status;
    int bytes;
    fill(out, round, rank);
    memset(in, 0xEE, LONGEST);
    if (round % 3 == 0) {
        in_turn(out, in, length, to, from, rank == 0, &status);
    } else if (round % 3 == 1) {
        at_once(out, in, length, to, from, &status);
    } else {
        overlapped(out, in, length, to, from, &status);
    }
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    check(in, bytes, round, from);
}

static int program(int argc, char **argv)
{
    int rank;
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    uint32_t *const out = malloc(LONGEST);
    uint32_t *const in = malloc(LONGEST);
    const uint32_t rounds = (uint32_t)atoi(argv[1]);
    for (uint32_t round = 0; round < rounds; round++) {
        shift(out, in, rank, ranks, round);
    }
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: large ROUNDS [THREADS]\n");
        return 2;
    }
    return argc == 3 ? weft_run_as_threads(atoi(argv[2]), program, argc, argv) : program(argc, argv);
}
