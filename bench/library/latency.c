/* What a message costs over its size: `weft bench library` runs it on each link in cycles, and between processes of a
 * machine in nanoseconds of its clock. All arguments are known only at run time. For each length it reports, of two
 * ranks
 *
 *     early       from the call of MPI_Send to the return of MPI_Recv, which has waited already
 *     request     the same by MPI_Isend, MPI_Irecv and MPI_Wait; the receive is posted before
 *     late        what MPI_Recv takes its caller when the message has been sent long before
 *
 * and of more
 *
 *     pairs       as early, all pairs of neighbours at the same time
 *     others      as early between ranks 0 and 1, which have messages of others before it: the barrier's
 *
 * as three figures, such as `early median 4`: the `median` of the repetitions, what a `tenth` of them do not exceed,
 * and what all but a tenth do not (`nine-tenths`). On a chip one side waits STEP cycles longer in each repetition than
 * in the one before, so that a message meets a core that polls in every phase of its polls.
 */
#include "../../apps/stopwatch.h"
#include <mpi.h>
#include <stdbool.h>
#include <weft/report.h>

/* WAIT is long enough for the other side to get where it waits: on a chip, because the barrier has to end there;
 * between processes, not so long that it sleeps. */
#ifdef WEFT_TIMER_MTIME
#define REPETITIONS 27
#define WAIT 2000
#define STEP 13
#else
#define REPETITIONS 501
#define WAIT 20000
#define STEP 0
#endif

/* The longest message. */
#ifndef LARGEST
#define LARGEST 4096
#endif

#define LENGTHS (sizeof lengths / sizeof *lengths)
static const int lengths[] = {0,  1,   3,   4,   5,   8,    12,   16,   20,   32,    48,
                              64, 128, 192, 256, 512, 1024, 1028, 2048, 4096, 16384, 65536};

static int rank, other;
static bool sends;
static uint32_t buffer[LARGEST / 4];

SIDE uint32_t send(int bytes, counter *cycles)
{
    const uint32_t called = before(cycles);
    MPI_Send(buffer, bytes, MPI_BYTE, other, 7, MPI_COMM_WORLD);
    return called;
}

SIDE uint32_t receive(int bytes, counter *cycles)
{
    MPI_Recv(buffer, bytes, MPI_BYTE, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return after(cycles);
}

SIDE uint32_t send_by_request(int bytes, counter *cycles)
{
    MPI_Request request;
    const uint32_t called = before(cycles);
    MPI_Isend(buffer, bytes, MPI_BYTE, other, 7, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return called;
}

SIDE uint32_t receive_by_request(int bytes, counter *cycles)
{
    MPI_Request request;
    MPI_Irecv(buffer, bytes, MPI_BYTE, other, 7, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return after(cycles);
}

/* The whole call: its reading before it is kept for the caller. */
static uint32_t called_late;

SIDE uint32_t receive_late(int bytes, counter *cycles)
{
    called_late = before(cycles);
    MPI_Recv(buffer, bytes, MPI_BYTE, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return after(cycles);
}

/* A way to measure: who of a pair comes late, the calls of both sides, and how many pairs there are. */
struct way {
    const char *name;
    bool receiver_is_late;
    bool all;
    uint32_t (*send)(int bytes, counter *cycles);
    uint32_t (*receive)(int bytes, counter *cycles);
};

static const struct way of_two[] = {
    {"early", false, false, send, receive},
    {"request", false, false, send_by_request, receive_by_request},
    {"late", true, false, send, receive_late},
};
static const struct way of_more[] = {
    {"pairs", false, true, send, receive},
    {"others", false, false, send, receive},
};

/* One exchange of a pair, of which one side comes `wait` cycles late: the receiver's cycles. */
static int32_t exchange(const struct way *way, int bytes, uint32_t wait)
{
    if (sends != way->receiver_is_late) {
        pass(wait);
    }
    uint32_t reading = sends ? way->send(bytes, COUNTER) : way->receive(bytes, COUNTER);
    if (sends) {
        MPI_Send(&reading, 1, MPI_UINT32_T, other, 1, MPI_COMM_WORLD);
        return 0;
    }
    uint32_t called;
    MPI_Recv(&called, 1, MPI_UINT32_T, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return (int32_t)(reading - (way->receiver_is_late ? called_late : called)) - 1;
}

/* Reports at the rank that receives. */
static void measure(const struct way *way, int bytes)
{
    int32_t times[REPETITIONS] = {0};
    for (uint32_t repetition = 0; repetition < REPETITIONS; repetition++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (other >= 0 && (way->all || rank < 2)) {
            times[repetition] = exchange(way, bytes, WAIT + STEP * repetition);
        }
    }
    sort_times(times, REPETITIONS);
    if (rank == 1) {
        weft_report_at2("# tenth #", way->name, bytes, times[REPETITIONS / 10]);
        weft_report_at2("# median #", way->name, bytes, times[REPETITIONS / 2]);
        weft_report_at2("# nine-tenths #", way->name, bytes, times[REPETITIONS * 9 / 10]);
    }
}

int main(void)
{
    int size;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sends = rank % 2 == 0;
    other = sends ? rank + 1 : rank - 1;
    other = other < size ? other : -1;
    const struct way *const ways = size == 2 ? of_two : of_more;
    const unsigned count = size == 2 ? sizeof of_two / sizeof *of_two : sizeof of_more / sizeof *of_more;
    for (unsigned i = 0; i < LENGTHS && lengths[i] <= LARGEST; i++) {
        for (unsigned way = 0; way < count; way++) {
            measure(&ways[way], lengths[i]);
        }
    }
    MPI_Finalize();
    return 0;
}
