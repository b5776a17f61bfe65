/* Long messages over circuits among others: of all lengths, several at a time, that come before they are wanted, to
 * ranks that share a place, with pieces of MPI_Scatter between. Each round draws what it does from a sequence that all
 * ranks have in common. Returns the number of bytes that are wrong. */
#include <mpi.h>
#include <qos.h>
#include <stdint.h>
#include <weft/mpi_circuits.h>

#ifndef SEED
#define SEED 7
#endif
#define MOST 520
#define ROUNDS 30
#define PIECE 48

static uint8_t out[2][MOST];
static uint8_t in[2][MOST];
static uint8_t all[16 * PIECE]; /* of the root */

static uint32_t draw(uint32_t limit)
{
    static uint32_t state = SEED;
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % limit;
}

static uint8_t byte(int from, int to, int number, int at)
{
    return (uint8_t)(from * 31 + to * 17 + number * 7 + at * 3 + at / 256);
}

static void fill(uint8_t *bytes, int from, int to, int number, int count)
{
    for (int i = 0; i < count; i++) {
        bytes[i] = byte(from, to, number, i);
    }
}

static int wrong_in(const uint8_t *bytes, int from, int to, int number, int count)
{
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        wrong += bytes[i] != byte(from, to, number, i);
    }
    return wrong;
}

/* Two messages at a time to the same rank, of different lengths, received in either order. */
static int exchange(MPI_Comm comm, int rank, int size)
{
    const int distance = 1 + (int)draw((uint32_t)size - 1);
    const int to = (rank + distance) % size;
    const int from = (rank + size - distance) % size;
    const int counts[2] = {1 + (int)draw(MOST), 1 + (int)draw(MOST)};
    const int first = (int)draw(2);
    int wrong = 0;
    MPI_Request sends[2];
    for (int i = 0; i < 2; i++) {
        fill(out[i], rank, to, i, counts[i]);
        MPI_Isend(out[i], counts[i], MPI_BYTE, to, i, comm, &sends[i]);
    }
    for (int i = 0; i < 2; i++) {
        const int tag = i ^ first;
        MPI_Recv(in[tag], counts[tag], MPI_BYTE, from, tag, comm, MPI_STATUS_IGNORE);
        wrong += wrong_in(in[tag], from, rank, tag, counts[tag]);
    }
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
    return wrong;
}

/* One rank sends to each other; these receive when they have a message of the next rank as well. */
static int fan_out(MPI_Comm comm, int rank, int size)
{
    const int root = (int)draw((uint32_t)size);
    const int count = 1 + (int)draw(MOST);
    for (int to = 0; rank == root && to < size; to++) {
        if (to != root) {
            fill(out[0], root, to, 2, count);
            MPI_Send(out[0], count, MPI_BYTE, to, 2, comm);
        }
    }
    if (rank == root) {
        return 0;
    }
    MPI_Recv(in[0], count, MPI_BYTE, root, 2, comm, MPI_STATUS_IGNORE);
    return wrong_in(in[0], root, rank, 2, count);
}

/* A part for each rank, while messages to the next rank are on their way. */
static int scatter(MPI_Comm comm, int rank, int size)
{
    const int root = (int)draw((uint32_t)size);
    const int to = (rank + 1) % size;
    const int from = (rank + size - 1) % size;
    const int count = 33 + (int)draw(250);
    MPI_Request send;
    for (int i = 0; i < size; i++) {
        fill(all + i * PIECE, root, i, 3, PIECE);
    }
    fill(out[0], rank, to, 4, count);
    MPI_Isend(out[0], count, MPI_BYTE, to, 4, comm, &send);
    MPI_Scatter(all, PIECE, MPI_BYTE, in[1], PIECE, MPI_BYTE, root, comm);
    MPI_Recv(in[0], count, MPI_BYTE, from, 4, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    return wrong_in(in[1], root, rank, 3, PIECE) + wrong_in(in[0], from, rank, 4, count);
}

int main(int argc, char **argv)
{
    int rank;
    int size;
    int wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm other;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    for (int round = 0; round < ROUNDS; round++) {
        /* Ranks begin and end their regions at different times. */
        int circuit = (round + rank) % 4 == 0 ? 0 : WEFT_QOS_ONE_WAY + (round + rank) % 2;
        MPI_Comm_set_attr(MPI_COMM_WORLD, WEFT_CIRCUIT, &circuit);
        MPI_Comm comm = draw(2) ? other : MPI_COMM_WORLD;
        wrong += exchange(comm, rank, size) + fan_out(comm, rank, size) + scatter(comm, rank, size);
    }
    MPI_Comm_free(&other);
    MPI_Finalize();
    return wrong != 0;
}
