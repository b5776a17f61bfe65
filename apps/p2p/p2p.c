/* What two ranks, and all of them together, pay for the library: p2p [PEER]
 *
 * The measurements of section VII.A of J. Joven et al., "QoS-Driven Reconfigurable Parallel Computing for NoC-Based
 * Clustered MPSoCs", 2013. Prints, in cycles,
 *
 *     init RANKS CYCLES               MPI_Init, the slowest rank
 *     barrier RANKS CYCLES            MPI_Barrier, all ranks having come at the same time: until the last has left
 *     one-way BYTES PEER CYCLES       from the call of MPI_Send at rank 0 to the return of MPI_Recv at PEER, which
 * waits ping-pong BYTES PEER CYCLES     there and back
 *
 * PEER is 1 if nothing is said; each figure but the first is the median of nine.
 */
#include "../stopwatch.h"
#include <mpi.h>
#include <stdio.h>

#define REPETITIONS 9
#define WAIT 2000  /* cycles in which a receiver is surely waiting */
#define LONG 40000 /* cycles in which a trial is surely over */
#define LARGEST 1024
#define FROM 0

static int rank;
static int peer = 1;
static uint32_t buffer[LARGEST / 4];

static uint32_t median(uint32_t *times)
{
    sort_times((int32_t *)times, REPETITIONS);
    return times[REPETITIONS / 2];
}

static uint32_t largest(uint32_t cycles)
{
    uint32_t most = 0;
    MPI_Allreduce(&cycles, &most, 1, MPI_UINT32_T, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

/* All cores read the same counter: they agree on a cycle that is still to come. */
static void come_together(void)
{
    uint32_t cycle = *COUNTER + 2 * WAIT;
    MPI_Bcast(&cycle, 1, MPI_UINT32_T, FROM, MPI_COMM_WORLD);
    while ((int32_t)(*COUNTER - cycle) < 0) {
    }
}

static uint32_t time_barrier(void)
{
    uint32_t times[REPETITIONS];
    for (int trial = 0; trial < REPETITIONS; trial++) {
        come_together();
        const uint32_t called = before(COUNTER);
        MPI_Barrier(MPI_COMM_WORLD);
        times[trial] = largest(after(COUNTER) - called - 1);
    }
    return median(times);
}

SIDE uint32_t send(int bytes)
{
    const uint32_t called = before(COUNTER);
    MPI_Send(buffer, bytes, MPI_CHAR, peer, 7, MPI_COMM_WORLD);
    return called;
}

SIDE uint32_t receive(int bytes)
{
    MPI_Recv(buffer, bytes, MPI_CHAR, FROM, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return after(COUNTER);
}

/* At the peer; the sender's reading comes in a message behind. */
static uint32_t one_way(int bytes)
{
    uint32_t called = 0;
    if (rank == FROM) {
        pass(WAIT);
        called = send(bytes);
        MPI_Send(&called, 1, MPI_UINT32_T, peer, 8, MPI_COMM_WORLD);
        return 0;
    }
    const uint32_t returned = receive(bytes);
    MPI_Recv(&called, 1, MPI_UINT32_T, FROM, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return returned - called - 1;
}

SIDE uint32_t ping(int bytes)
{
    const uint32_t called = before(COUNTER);
    MPI_Send(buffer, bytes, MPI_CHAR, peer, 7, MPI_COMM_WORLD);
    MPI_Recv(buffer, bytes, MPI_CHAR, peer, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return after(COUNTER) - called - 1;
}

SIDE uint32_t pong(int bytes)
{
    MPI_Recv(buffer, bytes, MPI_CHAR, FROM, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(buffer, bytes, MPI_CHAR, FROM, 7, MPI_COMM_WORLD);
    return 0;
}

static uint32_t there_and_back(int bytes)
{
    if (rank != FROM) {
        return pong(bytes);
    }
    pass(WAIT);
    return ping(bytes);
}

/* The time is known at one of the two ranks; the other ones have 0. They let the time pass without the library, so that
 * nothing else is on its way. */
static uint32_t alone(uint32_t (*trial)(int bytes), int bytes)
{
    come_together();
    if (rank == FROM || rank == peer) {
        return trial(bytes);
    }
    pass(LONG);
    return 0;
}

static void measure(const char *what, uint32_t (*trial)(int bytes), int bytes)
{
    uint32_t times[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
        times[i] = largest(alone(trial, bytes));
    }
    if (rank == FROM) {
        printf("%s %d %d %lu\n", what, bytes, peer, (unsigned long)median(times));
    }
}

int main(int argc, char **argv)
{
    int size;
    const uint32_t called = before(COUNTER);
    MPI_Init(&argc, &argv);
    const uint32_t init = largest(after(COUNTER) - called - 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    peer = argc > 1 ? atoi(argv[1]) : 1;
    const int good = peer > FROM && peer < size;
    if (!good && rank == FROM) {
        fprintf(stderr, "p2p: PEER must be a rank but 0, and there are %d ranks\n", size);
    }
    if (good) {
        const uint32_t barrier = time_barrier();
        if (rank == FROM) {
            printf("init %d %lu\nbarrier %d %lu\n", size, (unsigned long)init, size, (unsigned long)barrier);
        }
        for (int bytes = 4; bytes <= LARGEST; bytes *= 4) {
            measure("one-way", one_way, bytes);
            measure("ping-pong", there_and_back, bytes);
        }
    }
    MPI_Finalize();
    return good ? 0 : 2;
}
