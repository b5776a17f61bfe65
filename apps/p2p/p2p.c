/* Measures the cost of the library for two ranks, and for all: p2p [PEER [TRIALS [LARGEST]]]
 *
 * The measurements of section VII.A of J. Joven et al., "QoS-Driven Reconfigurable Parallel Computing for NoC-Based
 * Clustered MPSoCs", 2013. Prints, in cycles,
 *
 *     init RANKS CYCLES               MPI_Init, of the slowest rank
 *     barrier RANKS CYCLES            MPI_Barrier: from the common arrival of all ranks until the last has left
 *     one-way BYTES PEER CYCLES       from the call of MPI_Send at rank 0 to the return of MPI_Recv at PEER, already
 *                                     waiting
 *     ping-pong BYTES PEER CYCLES     there and back
 *     copy BYTES PEER CYCLES          loads of BYTES bytes, word by word, from the memory near PEER through which its
 *                                     messages pass, without other traffic: the least that moving them once costs
 *
 * PEER is 1 by default; each figure but the first is the median of TRIALS, an odd number up to nine; messages have up
 * to LARGEST bytes, at most 8,192. With -D BYTES=4 -D TO=1 only messages of 4 bytes to rank 1 are measured, and these
 * are constants for the compiler.
 */
#include "../stopwatch.h"
#include <mpi.h>
#include <stdio.h>
#include <weft/report.h>

#define MOST_TRIALS 9
#define WAIT 2000 /* cycles after which a receiver certainly waits, */
#ifndef STEP
#define STEP 37 /* and additional ones in each trial, so that the message meets another phase of its polling */
#endif
#define LONG 40000 /* cycles after which a trial is certainly over, */
#define A_BYTE 48  /* and additional ones for each byte */
#define LARGEST 8192
#define HEADER 20 /* bytes of the header of a message in the source */
#define FROM 0

#ifdef BYTES
#define COUNT BYTES
#define PEER TO
#define FIRST_SIZE BYTES
#define LAST_SIZE BYTES
#else
#define COUNT bytes
#define PEER peer
#define TO 1
#define FIRST_SIZE 1
#define LAST_SIZE LARGEST
#endif

static int rank;
static int peer = TO;
static int trials = MOST_TRIALS;
static int longest = LAST_SIZE;
static uint32_t wait = WAIT;
static uint32_t buffer[LARGEST / 4];

static uint32_t median(uint32_t *times)
{
    sort_times((int32_t *)times, (unsigned)trials);
    return times[trials / 2];
}

static uint32_t largest(uint32_t cycles)
{
    uint32_t most = 0;
    MPI_Allreduce(&cycles, &most, 1, MPI_UINT32_T, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

/* Lets all ranks continue in the same cycle: all cores read the same counter, and agree on a future cycle. */
static void come_together(void)
{
    uint32_t cycle = *COUNTER + 2 * WAIT;
    MPI_Bcast(&cycle, 1, MPI_UINT32_T, FROM, MPI_COMM_WORLD);
    while ((int32_t)(*COUNTER - cycle) < 0) {
    }
}

static uint32_t time_barrier(void)
{
    uint32_t times[MOST_TRIALS];
    for (int trial = 0; trial < trials; trial++) {
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
    MPI_Send(buffer, COUNT, MPI_CHAR, PEER, 7, MPI_COMM_WORLD);
    return called;
}

SIDE uint32_t receive(int bytes)
{
    MPI_Recv(buffer, COUNT, MPI_CHAR, FROM, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return after(COUNTER);
}

/* Returns the one-way time at the peer; the sender's reading arrives in a second message. */
static uint32_t one_way(int bytes)
{
    uint32_t called = 0;
    if (rank == FROM) {
        pass(wait);
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
    MPI_Send(buffer, COUNT, MPI_CHAR, PEER, 7, MPI_COMM_WORLD);
    MPI_Recv(buffer, COUNT, MPI_CHAR, PEER, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return after(COUNTER) - called - 1;
}

SIDE uint32_t pong(int bytes)
{
    MPI_Recv(buffer, COUNT, MPI_CHAR, FROM, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(buffer, COUNT, MPI_CHAR, FROM, 7, MPI_COMM_WORLD);
    return 0;
}

static uint32_t there_and_back(int bytes)
{
    if (rank != FROM) {
        return pong(bytes);
    }
    pass(wait);
    return ping(bytes);
}

#ifdef WEFT_CLUSTERS
/* Returns the memory near the peer, or, if the peer is in another cluster, that between the clusters. Rank i is on core
 * i. */
static const volatile uint32_t *memory_of_messages(void)
{
    static const uint32_t near[] = WEFT_CLUSTER_MEMORY_OF_CORE;
    static const uint8_t cluster[] = WEFT_CLUSTER_OF_CORE;
    return (const volatile uint32_t *)(cluster[FROM] == cluster[peer] ? near[peer] : (uint32_t)WEFT_SHARED_BASE);
}

SIDE uint32_t copy(const volatile uint32_t *from, int words)
{
    uint32_t *to = buffer;
    const uint32_t called = before(COUNTER);
    for (; words >= 4; words -= 4, from += 4, to += 4) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
        to[3] = from[3];
    }
    for (; words > 0; words--) {
        *to++ = *from++;
    }
    return after(COUNTER) - called - 1;
}

/* Measures loads at the peer. Rank 0 does not poll meanwhile, since it would poll the same memory. */
static uint32_t copying(int bytes)
{
    if (rank != peer) {
        pass(LONG + (uint32_t)bytes * A_BYTE);
        return 0;
    }
    return copy(memory_of_messages(), (bytes + 3) / 4);
}
#endif

/* Runs a trial of two ranks. One of the two returns the time, the others 0. The other ranks let the time pass without
 * using the library, so that there is no other traffic. */
static uint32_t alone(uint32_t (*trial)(int bytes), int bytes)
{
    come_together();
    if (rank == FROM || rank == peer) {
        return trial(bytes);
    }
    pass(LONG + (uint32_t)bytes * A_BYTE);
    return 0;
}

/* Returns the median of the trials, at the first rank. */
static uint32_t time_of(uint32_t (*trial)(int bytes), int bytes)
{
    uint32_t times[MOST_TRIALS];
    for (int i = 0; i < trials; i++) {
        wait = WAIT + (uint32_t)i * STEP;
        times[i] = largest(alone(trial, bytes));
    }
    return median(times);
}

/* `what` must be a string literal. */
#define measure(what, trial, bytes)                                                                                    \
    do {                                                                                                               \
        const uint32_t cycles = time_of(trial, bytes);                                                                 \
        if (rank == FROM) {                                                                                            \
            weft_report_at2(what " # #", bytes, peer, cycles);                                                         \
        }                                                                                                              \
    } while (0)

/* Returns the next size: four times as large, but not beyond the longest. */
static int next_size(int bytes)
{
    return bytes < longest && bytes * 4 > longest ? longest : bytes * 4;
}

static void measure_all(void)
{
    for (int bytes = FIRST_SIZE; bytes <= longest; bytes = next_size(bytes)) {
        measure("one-way", one_way, bytes);
        measure("ping-pong", there_and_back, bytes);
    }
#ifdef WEFT_CLUSTERS
    measure("copy", copying, HEADER);
    for (int bytes = FIRST_SIZE; bytes <= longest; bytes = next_size(bytes)) {
        measure("copy", copying, bytes);
    }
#endif
}

/* Returns whether the arguments are valid. */
static int read_arguments(int argc, char **argv, int size)
{
    peer = argc > 1 ? atoi(argv[1]) : TO;
    trials = argc > 2 ? atoi(argv[2]) : MOST_TRIALS;
    longest = argc > 3 ? atoi(argv[3]) : LAST_SIZE;
    return peer > FROM && peer < size && trials > 0 && trials <= MOST_TRIALS && trials % 2 == 1 && longest > 0 &&
           longest <= LARGEST;
}

int main(int argc, char **argv)
{
    int size;
    const uint32_t called = before(COUNTER);
    MPI_Init(&argc, &argv);
    const uint32_t init = largest(after(COUNTER) - called - 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int good = read_arguments(argc, argv, size);
    if (!good && rank == FROM) {
        fprintf(stderr,
                "p2p: PEER must be a rank but 0, and there are %d ranks; TRIALS odd, at most %d; LARGEST at "
                "most %d\n",
                size, MOST_TRIALS, LARGEST);
    }
    if (good) {
        const uint32_t barrier = time_barrier();
        if (rank == FROM) {
            weft_report_at("init #", size, init);
            weft_report_at("barrier #", size, barrier);
        }
        measure_all();
    }
    MPI_Finalize();
    return good ? 0 : 2;
}
