/* Latency of a message between two ranks: from the cycle in which MPI_Send is called to the cycle in which MPI_Recv has
 * returned, the receiver already waiting (asip, section 5.1). Prints a line "bytes cycles arguments" for each case: the
 * median of nine.
 *
 * Both cores read the same cycle counter. The sender reads it in the cycle before its call, the receiver in the first
 * cycle after its own, so that the interval is the difference less one. "constant": length, datatype, rank and tag
 * stand in the program; "run-time": they are known only when it runs.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/timer.h>

#define REPETITIONS 9
#define WAIT 2000 /* cycles that the sender lets pass so that the receiver waits */
#define LARGEST 16384

static uint32_t buffer[LARGEST / 4];
static int rank;

static void let_the_receiver_wait(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    const uint32_t start = weft_timer_cycles();
    while (weft_timer_cycles() - start < WAIT) {
    }
}

/* The interval, known to the receiver: the sender's reading comes to it in a message behind. */
static uint32_t interval(uint32_t cycle)
{
    uint32_t called = cycle;
    if (rank == 0) {
        MPI_Send(&cycle, 1, MPI_UINT32_T, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&called, 1, MPI_UINT32_T, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return cycle - called - 1;
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a;
    const uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void report(int bytes, uint32_t *intervals, const char *arguments)
{
    qsort(intervals, REPETITIONS, sizeof *intervals, compare);
    if (rank == 1) {
        printf("%d %lu %s\n", bytes, (unsigned long)intervals[REPETITIONS / 2], arguments);
    }
}

/* `send` and `receive` stand between two readings of the counter; everything they need is computed before. */
#define MEASURE(bytes, arguments, send, receive)                                                                       \
    uint32_t intervals[REPETITIONS];                                                                                   \
    for (int i = 0; i < REPETITIONS; i++) {                                                                            \
        volatile uint32_t *timer = (volatile uint32_t *)WEFT_TIMER_MTIME;                                              \
        uint32_t cycle;                                                                                                \
        __asm__ volatile("" : "+r"(timer));                                                                            \
        if (rank == 0) {                                                                                               \
            let_the_receiver_wait();                                                                                   \
            cycle = *timer;                                                                                            \
            send;                                                                                                      \
        } else {                                                                                                       \
            MPI_Barrier(MPI_COMM_WORLD);                                                                               \
            receive;                                                                                                   \
            cycle = *timer;                                                                                            \
        }                                                                                                              \
        intervals[i] = interval(cycle);                                                                                \
    }                                                                                                                  \
    report(bytes, intervals, arguments);

__attribute__((noinline)) static void small_constant(void)
{
    MEASURE(4, "constant", MPI_Send(buffer, 1, MPI_INT, 1, 7, MPI_COMM_WORLD),
            MPI_Recv(buffer, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE))
}

__attribute__((noinline)) static void large_constant(void)
{
    MEASURE(LARGEST, "constant", MPI_Send(buffer, LARGEST / 4, MPI_INT, 1, 7, MPI_COMM_WORLD),
            MPI_Recv(buffer, LARGEST / 4, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE))
}

__attribute__((noinline)) static void run_time(int bytes)
{
    volatile int unknown[] = {bytes, 1, 0, 7};
    const int count = unknown[0];
    const int dest = unknown[1];
    const int source = unknown[2];
    const int tag = unknown[3];
    MPI_Datatype volatile types[] = {MPI_CHAR};
    MPI_Datatype const type = types[0];
    MEASURE(bytes, "run-time", MPI_Send(buffer, count, type, dest, tag, MPI_COMM_WORLD),
            MPI_Recv(buffer, count, type, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE))
}

int main(int argc, char **argv)
{
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2) {
        fprintf(stderr, "transfer: needs two ranks, not %d: weft run -n 2 transfer.c\n", size);
        MPI_Finalize();
        return 2;
    }
    small_constant();
    large_constant();
    for (int bytes = 4; bytes <= LARGEST; bytes *= 4) {
        run_time(bytes);
    }
    MPI_Finalize();
    return 0;
}
