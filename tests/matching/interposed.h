/* The profiling interface (MPI 4.0, section 15.2): random.c's own functions stand for those of MPI whose bits are set
 * in INTERPOSED, and call the PMPI_ ones. Each of its calls must come to them, and none that the library makes for
 * itself. Before each call the program computes for a random while.
 *
 * Bits: 1 MPI_Send, 2 MPI_Recv, 4 MPI_Isend, 8 MPI_Irecv, 16 MPI_Wait, 32 MPI_Sendrecv.
 */
#ifndef INTERPOSED_H
#define INTERPOSED_H

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

#ifdef INTERPOSED

enum { CALLS_SEND, CALLS_RECV, CALLS_ISEND, CALLS_IRECV, CALLS_WAIT, CALLS_SENDRECV, CALLS };

static unsigned calls_made[CALLS], calls_seen[CALLS];

static uint32_t computing;

static void start_computing(uint32_t seed)
{
    computing = seed;
}

/* Up to some hundred cycles, or none. */
static void compute(void)
{
    computing = computing * 1103515245u + 12345u;
    for (volatile uint32_t left = (computing >> 16) % 4 * ((computing >> 20) % 64); left > 0; left--) {
    }
}

#define SEES(call) ((INTERPOSED >> (call)) & 1)
#define MADE(call) (compute(), calls_made[call]++)

#if SEES(0)
int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    calls_seen[CALLS_SEND]++;
    return PMPI_Send(buf, count, type, dest, tag, comm);
}
#endif
#if SEES(1)
int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    calls_seen[CALLS_RECV]++;
    return PMPI_Recv(buf, count, type, source, tag, comm, status);
}
#endif
#if SEES(2)
int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    calls_seen[CALLS_ISEND]++;
    return PMPI_Isend(buf, count, type, dest, tag, comm, request);
}
#endif
#if SEES(3)
int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    calls_seen[CALLS_IRECV]++;
    return PMPI_Irecv(buf, count, type, source, tag, comm, request);
}
#endif
#if SEES(4)
int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    calls_seen[CALLS_WAIT]++;
    return PMPI_Wait(request, status);
}
#endif
#if SEES(5)
int MPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int dest, int out_tag, void *in, int in_count,
                 MPI_Datatype in_type, int source, int in_tag, MPI_Comm comm, MPI_Status *status)
{
    calls_seen[CALLS_SENDRECV]++;
    return PMPI_Sendrecv(out, out_count, out_type, dest, out_tag, in, in_count, in_type, source, in_tag, comm, status);
}
#endif

#define MPI_Send(...) (MADE(CALLS_SEND), MPI_Send(__VA_ARGS__))
#define MPI_Recv(...) (MADE(CALLS_RECV), MPI_Recv(__VA_ARGS__))
#define MPI_Isend(...) (MADE(CALLS_ISEND), MPI_Isend(__VA_ARGS__))
#define MPI_Irecv(...) (MADE(CALLS_IRECV), MPI_Irecv(__VA_ARGS__))
#define MPI_Wait(...) (MADE(CALLS_WAIT), MPI_Wait(__VA_ARGS__))
#define MPI_Sendrecv(...) (MADE(CALLS_SENDRECV), MPI_Sendrecv(__VA_ARGS__))

/* Has every call come to its function, and no other? */
static void check_interposed(void)
{
    for (int call = 0; call < CALLS; call++) {
        if (SEES(call) && calls_seen[call] != calls_made[call]) {
            fprintf(stderr, "function %d was called %u times, and its interposed one saw %u\n", call, calls_made[call],
                    calls_seen[call]);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}
#else
static void start_computing(uint32_t seed)
{
    (void)seed;
}

static void check_interposed(void)
{
}
#endif

#endif
