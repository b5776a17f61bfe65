/* The ways in which a message is timed: latency.c measures them on chips, processes.c between processes of this
 * machine. All arguments are known only at run time. Who includes this defines WAIT, the cycles for the other side to
 * get where it waits, and LARGEST, the bytes of the longest message. */
#ifndef WAYS_H
#define WAYS_H

#include "../../apps/stopwatch.h"
#include <mpi.h>
#include <stdbool.h>

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

#endif
