/* A stress test of the shared-memory link: messages of all lengths in all directions, with every byte checked.
 *
 *     shm_stress ROUNDS [THREADS]
 *
 * Ranks are processes or, with THREADS, that many threads of this process. Lengths and contents are functions of round
 * and sender, so the receiver can compute them.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/threads.h>

#define LONGEST 40000
#define BURST 300

struct message {
    uint32_t round;
    uint32_t sender;
};

struct rank {
    int number;
    int count;
    unsigned char *out;
    unsigned char *in;
};

static uint32_t mix(uint32_t value)
{
    value = (value ^ value >> 16) * 0x7FEB352Du;
    value = (value ^ value >> 15) * 0x846CA68Bu;
    return value ^ value >> 16;
}

/* Mostly short, since more can go wrong with short messages; often close to the limits of cells and blocks. */
static int length_of(struct message message)
{
    static const int edges[] = {0, 1, 7, 8, 15, 16, 31, 32, 33, 47, 48, 49, 63, 64, 65, 8191, 8192, 8193, 16384};
    const uint32_t number = mix(message.round * 64 + message.sender);
    if (number % 4 == 0) {
        return (int)(number / 4 % LONGEST);
    }
    return edges[number / 4 % (sizeof edges / sizeof edges[0])];
}

static unsigned char byte_of(struct message message, int place)
{
    return (unsigned char)(message.round * 31 + message.sender * 7 + (uint32_t)place * 13);
}

static void fill(unsigned char *bytes, struct message message)
{
    for (int i = 0; i < length_of(message); i++) {
        bytes[i] = byte_of(message, i);
    }
}

static void check(const unsigned char *bytes, int length, struct message message)
{
    int good = length == length_of(message);
    for (int i = 0; good && i < length; i++) {
        good = bytes[i] == byte_of(message, i);
    }
    if (!good) {
        fprintf(stderr, "round %u: wrong message from rank %u\n", message.round, message.sender);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* Each rank sends to the rank `distance` further on. */
static void shift(struct rank *rank, uint32_t round)
{
    const int distance = (int)(mix(round) % (uint32_t)rank->count);
    const int to = (rank->number + distance) % rank->count;
    const int from = (rank->number - distance + rank->count) % rank->count;
    const struct message sent = {round, (uint32_t)rank->number};
    const struct message wanted = {round, (uint32_t)from};
    MPI_Status status;
    int length;
    fill(rank->out, sent);
    MPI_Sendrecv(rank->out, length_of(sent), MPI_BYTE, to, 1, rank->in, LONGEST, MPI_BYTE, from, 1, MPI_COMM_WORLD,
                 &status);
    MPI_Get_count(&status, MPI_BYTE, &length);
    check(rank->in, length, wanted);
}

/* All ranks send more to one rank than it has room for; the messages of each sender must arrive in order. */
static void gather(struct rank *rank, uint32_t round)
{
    const int root = (int)(round % (uint32_t)rank->count);
    int next[64] = {0};
    for (int i = 0; rank->number != root && i < BURST; i++) {
        MPI_Send(&i, 1, MPI_INT, root, 2, MPI_COMM_WORLD);
    }
    for (int i = 0; rank->number == root && i < BURST * (rank->count - 1); i++) {
        MPI_Status status;
        int number;
        MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &status);
        if (number != next[status.MPI_SOURCE]++) {
            fprintf(stderr, "round %u: rank %d's messages are out of order\n", round, status.MPI_SOURCE);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

static int program(int argc, char **argv)
{
    struct rank rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank.number);
    MPI_Comm_size(MPI_COMM_WORLD, &rank.count);
    rank.out = malloc(LONGEST);
    rank.in = malloc(LONGEST);
    const uint32_t rounds = (uint32_t)atoi(argv[1]);
    for (uint32_t round = 0; round < rounds; round++) {
        shift(&rank, round);
        if (round % 16 == 0) {
            gather(&rank, round / 16);
        }
        if (round % 64 == 0) {
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    free(rank.out);
    free(rank.in);
    MPI_Finalize();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: shm_stress ROUNDS [THREADS]\n");
        return 2;
    }
    return argc == 3 ? weft_run_as_threads(atoi(argv[2]), program, argc, argv) : program(argc, argv);
}
