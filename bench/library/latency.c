/* What a message costs over its size, in cycles, on any chip with MPI: `weft bench library` runs it on each link.
 *
 * All arguments are known only at run time. For each length it reports the median of nine, of two ranks as
 *
 *     early BYTES CYCLES      from the call of MPI_Send to the return of MPI_Recv, which has waited already
 *     request BYTES CYCLES    the same by MPI_Isend, MPI_Irecv and MPI_Wait; the receive is posted before
 *     late BYTES CYCLES       what MPI_Recv takes its caller when the message has been sent long before
 *
 * and of more as
 *
 *     pairs BYTES CYCLES      as early, all pairs of neighbours at the same time
 *     others BYTES CYCLES     as early between ranks 0 and 1, which have messages of others before it: the barrier's
 */
#include "../../apps/stopwatch.h"
#include <mpi.h>
#include <stdbool.h>
#include <weft/report.h>

#define REPETITIONS 9
#define WAIT 2000 /* cycles for the other side to get where it waits */
#ifndef LARGEST
#define LARGEST 4096
#endif

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
    bool receiver_is_late;
    bool all;
    uint32_t (*send)(int bytes, counter *cycles);
    uint32_t (*receive)(int bytes, counter *cycles);
};

static const struct way early = {false, false, send, receive};
static const struct way request = {false, false, send_by_request, receive_by_request};
static const struct way late = {true, false, send, receive_late};
static const struct way pairs = {false, true, send, receive};

/* One exchange of a pair: the receiver's cycles. */
static int32_t exchange(const struct way *way, int bytes)
{
    if (sends != way->receiver_is_late) {
        pass(WAIT);
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

static uint32_t measure(const struct way *way, int bytes)
{
    int32_t times[REPETITIONS] = {0};
    for (int trial = 0; trial < REPETITIONS; trial++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (other >= 0 && (way->all || rank < 2)) {
            times[trial] = exchange(way, bytes);
        }
    }
    sort_times(times, REPETITIONS);
    return (uint32_t)times[REPETITIONS / 2];
}

int main(void)
{
    static const int lengths[] = {0,  1,   3,   4,   5,   8,    12,   16,   20,   32,    48,
                                  64, 128, 192, 256, 512, 1024, 1028, 2048, 4096, 16384, 65536};
    int size;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    sends = rank % 2 == 0;
    other = sends ? rank + 1 : rank - 1;
    other = other < size ? other : -1;
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths && lengths[i] <= LARGEST; i++) {
        const int bytes = lengths[i];
        if (size == 2) {
            const uint32_t cycles[] = {measure(&early, bytes), measure(&request, bytes), measure(&late, bytes)};
            if (rank == 1) {
                weft_report_at("early #", bytes, cycles[0]);
                weft_report_at("request #", bytes, cycles[1]);
                weft_report_at("late #", bytes, cycles[2]);
            }
        } else {
            const uint32_t cycles[] = {measure(&pairs, bytes), measure(&early, bytes)};
            if (rank == 1) {
                weft_report_at("pairs #", bytes, cycles[0]);
                weft_report_at("others #", bytes, cycles[1]);
            }
        }
    }
    MPI_Finalize();
    return 0;
}
