/* Measures an MPI library: half round trips, message rate, bandwidth, collective operations.
 *
 *     measure FILE       rank 0 writes lines of "what bytes value" into FILE
 *
 * Times are in nanoseconds, rates in million messages per second, bandwidths in GB/s (10^9 bytes). Each figure is that
 * of one long series, behind shorter ones. Ranks 0 and 1 exchange messages; all ranks take part in
 * collective operations. Lengths, datatype, partner and tag are known only when the program runs: a compiler cannot
 * see through a volatile variable.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST (4 << 20)
#define WINDOW 64
#define TRIAL 2e6   /* nanoseconds that tell enough */
#define SERIES 40e6 /* nanoseconds that are measured */

static char *out;
static char *in;
static int rank;
static int ranks;
static FILE *file;
static volatile int tag = 5;
static MPI_Datatype volatile element = MPI_BYTE;

static void send(int to, int bytes)
{
    MPI_Send(out, bytes, element, to, tag, MPI_COMM_WORLD);
}

static void receive(int from, int bytes)
{
    MPI_Status status;
    MPI_Recv(in, bytes, element, from, tag, MPI_COMM_WORLD, &status);
}

/* One step of a series. */
typedef void step(int bytes);

static void round_trip(int bytes)
{
    if (rank == 0) {
        send(1, bytes);
        receive(1, bytes);
    } else if (rank == 1) {
        receive(0, bytes);
        send(0, bytes);
    }
}

static void answer(void)
{
    if (rank == 0) {
        receive(1, 0);
    } else if (rank == 1) {
        send(0, 0);
    }
}

/* A window of messages one way, one after the other, and an answer. */
static void stream(int bytes)
{
    for (int i = 0; i < WINDOW && rank < 2; i++) {
        if (rank == 0) {
            send(1, bytes);
        } else {
            receive(0, bytes);
        }
    }
    answer();
}

/* A window of messages under way at once, and an answer. As is usual, all are in the same memory. */
static void window(int bytes)
{
    MPI_Request requests[WINDOW];
    MPI_Status statuses[WINDOW];
    for (int i = 0; i < WINDOW && rank < 2; i++) {
        if (rank == 0) {
            MPI_Isend(out, bytes, element, 1, tag, MPI_COMM_WORLD, &requests[i]);
        } else {
            MPI_Irecv(in, bytes, element, 0, tag, MPI_COMM_WORLD, &requests[i]);
        }
    }
    if (rank < 2) {
        MPI_Waitall(WINDOW, requests, statuses);
    }
    answer();
}

static void barrier(int bytes)
{
    (void)bytes;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void allreduce(int bytes)
{
    MPI_Allreduce(out, in, bytes / (int)sizeof(double), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* Every rank is the root in turn: a root alone would run ahead. */
static void bcast(int bytes)
{
    for (int root = 0; root < ranks; root++) {
        MPI_Bcast(out, bytes, element, root, MPI_COMM_WORLD);
    }
}

/* `bytes` from each rank to each. */
static void alltoall(int bytes)
{
    MPI_Alltoall(out, bytes, element, in, bytes, element, MPI_COMM_WORLD);
}

/* Nanoseconds that `count` steps take. */
static double series(step *step, int bytes, int count)
{
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int i = 0; i < count; i++) {
        step(bytes);
    }
    return (MPI_Wtime() - start) * 1e9;
}

/* Nanoseconds of one step, of as many as fill SERIES. Shorter series, which also warm the caches, tell how many those
 * are; rank 0 decides. */
static double time_of(step *step, int bytes)
{
    int count = 1;
    int is_last = 0;
    double time = series(step, bytes, count);
    while (!is_last) {
        int decision[2] = {time > TRIAL ? (int)(SERIES / time * count) + 1 : 4 * count, time > TRIAL};
        MPI_Bcast(decision, 2, MPI_INT, 0, MPI_COMM_WORLD);
        count = decision[0];
        is_last = decision[1];
        time = series(step, bytes, count);
    }
    return time / count;
}

static void tell(const char *what, int bytes, double value)
{
    if (rank == 0) {
        fprintf(file, "%s %d %.4g\n", what, bytes, value);
    }
}

static void measure_messages(void)
{
    static const int lengths[] = {0, 8, 64, 256, 1024, 4096, 16384, 65536, 262144, 1 << 20, 4 << 20};
    static const int streamed[] = {4096, 65536, 1 << 20};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        tell("half_round_trip", lengths[i], time_of(round_trip, lengths[i]) / 2);
    }
    tell("message_rate", 8, WINDOW / time_of(stream, 8) * 1e3);
    tell("window_rate", 8, WINDOW / time_of(window, 8) * 1e3);
    for (size_t i = 0; i < sizeof streamed / sizeof streamed[0]; i++) {
        tell("bandwidth", streamed[i], (double)WINDOW * streamed[i] / time_of(window, streamed[i]));
    }
}

static void measure_collectives(void)
{
    tell("barrier", 0, time_of(barrier, 0));
    tell("allreduce", 8, time_of(allreduce, 8));
    tell("bcast", 8, time_of(bcast, 8) / ranks);
    tell("bcast", 65536, time_of(bcast, 65536) / ranks);
    tell("alltoall", 8, time_of(alltoall, 8));
    tell("alltoall", 4096, time_of(alltoall, 4096));
    tell("alltoall", 65536, time_of(alltoall, 65536));
}

static char *buffer(void)
{
    char *const memory = malloc(LARGEST);
    if (memory == NULL) {
        fprintf(stderr, "measure: no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    memset(memory, 0, LARGEST);
    return memory;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    out = buffer();
    in = buffer();
    file = rank == 0 && argc == 2 ? fopen(argv[1], "w") : NULL;
    if (rank == 0 && (file == NULL || ranks < 2)) {
        fprintf(stderr, "usage: measure FILE, on two ranks or more\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    measure_messages();
    measure_collectives();
    if (rank == 0 && fclose(file) != 0) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Finalize();
    return 0;
}
