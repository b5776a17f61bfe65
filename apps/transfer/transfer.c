/* Measures latency and bandwidth of a message between two ranks, the receiver already waiting: transfer [BYTES...]
 *
 * Latency is the time from the cycle in which MPI_Send is called to the cycle in which MPI_Recv has returned (asip,
 * section 5.1). For each length, by default 4 B to 16 KiB, it reports the median of nine as
 *
 *     latency BYTES ARGUMENTS CYCLES        bandwidth BYTES ARGUMENTS MB/S        send BYTES ARGUMENTS CYCLES
 *
 * where "send" is the time that MPI_Send takes its caller. ARGUMENTS is "constant" if length, datatype, rank and tag
 * are constants in the program (for the default lengths), "run-time" if they are known only at run time.
 */
#include "../stopwatch.h"
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <weft/report.h>

#define REPETITIONS 9
#define WAIT 2000 /* cycles that the sender lets pass so that the receiver waits */

#define LARGEST 16384

static int rank;
static uint32_t buffer[LARGEST / 4];

#define CONSTANT_SIDES(bytes)                                                                                          \
    SIDE uint32_t send_##bytes(counter *cycles)                                                                        \
    {                                                                                                                  \
        const uint32_t called = before(cycles);                                                                        \
        MPI_Send(buffer, (bytes) / 4, MPI_INT, 1, 7, MPI_COMM_WORLD);                                                  \
        return called;                                                                                                 \
    }                                                                                                                  \
    SIDE uint32_t time_send_##bytes(counter *cycles)                                                                   \
    {                                                                                                                  \
        const uint32_t called = before(cycles);                                                                        \
        MPI_Send(buffer, (bytes) / 4, MPI_INT, 1, 7, MPI_COMM_WORLD);                                                  \
        return after(cycles) - called;                                                                                 \
    }                                                                                                                  \
    SIDE uint32_t receive_##bytes(counter *cycles)                                                                     \
    {                                                                                                                  \
        MPI_Recv(buffer, (bytes) / 4, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);                               \
        return after(cycles);                                                                                          \
    }
#define CONSTANT_ENTRY(bytes)                                                                                          \
    {                                                                                                                  \
        bytes, send_##bytes, time_send_##bytes, receive_##bytes                                                        \
    }

CONSTANT_SIDES(4)
CONSTANT_SIDES(16)
CONSTANT_SIDES(64)
CONSTANT_SIDES(256)
CONSTANT_SIDES(1024)
CONSTANT_SIDES(4096)
CONSTANT_SIDES(16384)

static const struct {
    int bytes;
    uint32_t (*send)(counter *cycles);
    uint32_t (*time_send)(counter *cycles);
    uint32_t (*receive)(counter *cycles);
} constant[] = {
    CONSTANT_ENTRY(4),    CONSTANT_ENTRY(16),   CONSTANT_ENTRY(64),    CONSTANT_ENTRY(256),
    CONSTANT_ENTRY(1024), CONSTANT_ENTRY(4096), CONSTANT_ENTRY(16384),
};

#define LENGTHS (sizeof constant / sizeof constant[0])

/* Arguments are in the order of the MPI call, so that they need not be moved between registers. */
SIDE uint32_t run_time_send(void *data, int count, MPI_Datatype type, int dest, int tag, counter *cycles)
{
    const uint32_t called = before(cycles);
    MPI_Send(data, count, type, dest, tag, MPI_COMM_WORLD);
    return called;
}

SIDE uint32_t run_time_time_send(void *data, int count, MPI_Datatype type, int dest, int tag, counter *cycles)
{
    const uint32_t called = before(cycles);
    MPI_Send(data, count, type, dest, tag, MPI_COMM_WORLD);
    return after(cycles) - called;
}

SIDE uint32_t run_time_receive(void *data, int count, MPI_Datatype type, int source, int tag, counter *cycles)
{
    MPI_Recv(data, count, type, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return after(cycles);
}

/* Returns the median of times, which the receiver has measured or computed from the sender's readings. */
static uint32_t median(int32_t *times)
{
    sort_times(times, REPETITIONS);
    return (uint32_t)times[REPETITIONS / 2];
}

static void report_latency(int bytes, const char *arguments, uint32_t cycles)
{
    const uint32_t kilobytes = (uint32_t)((uint64_t)(uint32_t)bytes * (WEFT_CLOCK_HZ / 1000) / cycles);
    weft_report_at2("latency # #", bytes, arguments, cycles);
    weft_report_at2("bandwidth # #", bytes, arguments, kilobytes / 1000.0);
}

/* Returns the sender's reading at the receiver, to which it is sent in a separate message. */
static uint32_t reading_of_sender(uint32_t reading)
{
    if (rank == 0) {
        MPI_Send(&reading, 1, MPI_UINT32_T, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&reading, 1, MPI_UINT32_T, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return reading;
}

static void let_the_receiver_wait(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        pass(WAIT);
    }
}

/* `send` and `receive` are calls of the functions above; rank 1 stores the time computed from their readings in
 * `times`. */
#define TRIALS(times, send, receive, time)                                                                             \
    do {                                                                                                               \
        for (int trial = 0; trial < REPETITIONS; trial++) {                                                            \
            let_the_receiver_wait();                                                                                   \
            const uint32_t reading = rank == 0 ? (send) : (receive);                                                   \
            const uint32_t sender = reading_of_sender(reading);                                                        \
            times[trial] = (int32_t)(time)-1;                                                                          \
        }                                                                                                              \
    } while (0)

#define MEASURE(bytes, arguments, send, time_send, receive)                                                            \
    do {                                                                                                               \
        int32_t times[REPETITIONS];                                                                                    \
        TRIALS(times, send, receive, reading - sender);                                                                \
        if (rank == 1) {                                                                                               \
            report_latency(bytes, arguments, median(times));                                                           \
        }                                                                                                              \
        TRIALS(times, time_send, receive, sender);                                                                     \
        if (rank == 1) {                                                                                               \
            weft_report_at2("send # #", bytes, arguments, median(times));                                              \
        }                                                                                                              \
    } while (0)

static void measure_run_time(void *data, int bytes)
{
    MEASURE(bytes, "run-time", run_time_send(data, bytes, MPI_CHAR, 1, 7, COUNTER),
            run_time_time_send(data, bytes, MPI_CHAR, 1, 7, COUNTER),
            run_time_receive(data, bytes, MPI_CHAR, 0, 7, COUNTER));
}

static void measure_all(void)
{
    for (unsigned i = 0; i < LENGTHS; i++) {
        MEASURE(constant[i].bytes, "constant", constant[i].send(COUNTER), constant[i].time_send(COUNTER),
                constant[i].receive(COUNTER));
        measure_run_time(buffer, constant[i].bytes);
    }
}

/* Measures one length of the command line; false if it is not possible. */
static bool measure_length(const char *text)
{
    const int bytes = atoi(text);
    void *const data = bytes < 1 ? NULL : bytes > LARGEST ? malloc((size_t)bytes) : buffer;
    if (!data) {
        if (rank == 0) {
            fprintf(stderr, "transfer: `%s` is not a number of bytes that fits the data memory\n", text);
        }
        return false;
    }
    measure_run_time(data, bytes);
    if (data != buffer) {
        free(data);
    }
    return true;
}

int main(int argc, char **argv)
{
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    bool good = size == 2;
    if (!good) {
        fprintf(stderr, "transfer: needs two ranks, not %d: weft run -n 2 transfer.c\n", size);
    } else if (argc == 1) {
        measure_all();
    }
    for (int i = 1; good && i < argc; i++) {
        good = measure_length(argv[i]);
    }
    MPI_Finalize();
    return good ? 0 : 2;
}
