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

/* Each side of a case is a function that the compiler may not look into, so that it prepares nothing of a call in
 * advance and knows no argument that it should not know. The counter's address is one of them: reading it is one load.
 */
#define SIDE __attribute__((noipa)) static uint32_t
typedef const volatile uint32_t counter;
#define BARRIER __asm__ volatile("" : : : "memory")

/* The cycle before a call, and the first one after it. */
static inline uint32_t before(counter *cycles)
{
    const uint32_t cycle = *cycles;
    BARRIER;
    return cycle;
}

static inline uint32_t after(counter *cycles)
{
    BARRIER;
    return *cycles;
}

SIDE constant_send(counter *cycles)
{
    const uint32_t cycle = before(cycles);
    MPI_Send(buffer, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    return cycle;
}

SIDE constant_receive(counter *cycles)
{
    MPI_Recv(buffer, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return after(cycles);
}

SIDE constant_send_large(counter *cycles)
{
    const uint32_t cycle = before(cycles);
    MPI_Send(buffer, LARGEST / 4, MPI_INT, 1, 7, MPI_COMM_WORLD);
    return cycle;
}

SIDE constant_receive_large(counter *cycles)
{
    MPI_Recv(buffer, LARGEST / 4, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return after(cycles);
}

SIDE run_time_send(counter *cycles, void *data, int count, MPI_Datatype type, int dest, int tag)
{
    const uint32_t cycle = before(cycles);
    MPI_Send(data, count, type, dest, tag, MPI_COMM_WORLD);
    return cycle;
}

SIDE run_time_receive(counter *cycles, void *data, int count, MPI_Datatype type, int source, int tag)
{
    MPI_Recv(data, count, type, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return after(cycles);
}

/* `send` and `receive` are calls of the functions above. */
#define MEASURE(bytes, arguments, send, receive)                                                                       \
    do {                                                                                                               \
        uint32_t intervals[REPETITIONS];                                                                               \
        for (int i = 0; i < REPETITIONS; i++) {                                                                        \
            uint32_t cycle;                                                                                            \
            if (rank == 0) {                                                                                           \
                let_the_receiver_wait();                                                                               \
                cycle = (send);                                                                                        \
            } else {                                                                                                   \
                MPI_Barrier(MPI_COMM_WORLD);                                                                           \
                cycle = (receive);                                                                                     \
            }                                                                                                          \
            intervals[i] = interval(cycle);                                                                            \
        }                                                                                                              \
        report(bytes, intervals, arguments);                                                                           \
    } while (0)

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
    counter *const cycles = (counter *)WEFT_TIMER_MTIME;
    MEASURE(4, "constant", constant_send(cycles), constant_receive(cycles));
    MEASURE(LARGEST, "constant", constant_send_large(cycles), constant_receive_large(cycles));
    for (int bytes = 4; bytes <= LARGEST; bytes *= 4) {
        MEASURE(bytes, "run-time", run_time_send(cycles, buffer, bytes, MPI_CHAR, 1, 7),
                run_time_receive(cycles, buffer, bytes, MPI_CHAR, 0, 7));
    }
    MPI_Finalize();
    return 0;
}
