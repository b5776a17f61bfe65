/* MPI calls that are compiled into the caller, where their arguments are constants.
 *
 * The checks that a call makes of its arguments are then made by the compiler, and what is left of a small message are
 * the instructions that move it. The long way behind them is the function of the library, which checks again.
 */
#ifndef WEFT_MPI_INLINE_H
#define WEFT_MPI_INLINE_H

/* These functions call static ones, of which a compiler warns that there may be many; all are compiled in line. */
#pragma GCC system_header

#include <weft/mpi_kernels.h>
#include <weft/mpi_long_way.h>
#include <weft/mpi_quick.h>

/* Is a call worth its quick way in line? Where the program is to be small, only if the arguments are constants and the
 * checks vanish; otherwise wherever the communicator is one. The compiler recognizes a constant handle, which is a
 * pointer, only in a variable that is a number. */
#ifdef __OPTIMIZE_SIZE__
#define WEFT_MPI_IN_LINE(count, rank, tag, communicator)                                                               \
    (__builtin_constant_p(count) && __builtin_constant_p(rank) && __builtin_constant_p(tag) &&                         \
     __builtin_constant_p(communicator))
#else
#define WEFT_MPI_IN_LINE(count, rank, tag, communicator) __builtin_constant_p(communicator)
#endif
#define WEFT_MPI_NUMBER(handle) ((uint32_t)(uintptr_t)(handle))

/* In GNU's meaning of `extern inline`: never compiled on its own, and a program may define the function itself. */
#define WEFT_MPI_INLINE extern inline __attribute__((gnu_inline, always_inline))

WEFT_MPI_INLINE int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    const uint32_t communicator = WEFT_MPI_NUMBER(comm);
    WEFT_PROBE_MARK("enter MPI_Send");
    if (WEFT_MPI_IN_LINE(count, dest, tag, communicator) && weft_mpi_is_ordinary(count, datatype, dest, tag, comm)) {
        const uint32_t bytes = (uint32_t)count * weft_mpi_size(datatype);
        return weft_mpi_try_send(buf, bytes, dest, tag) ? MPI_SUCCESS
                                                        : weft_mpi_send_bytes(buf, bytes, WEFT_MPI_WORLD, dest, tag);
    }
    return weft_mpi_send(buf, count, datatype, dest, tag, comm);
}

WEFT_MPI_INLINE int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                             MPI_Status *status)
{
    const uint32_t communicator = WEFT_MPI_NUMBER(comm);
    WEFT_PROBE_MARK("enter MPI_Recv");
    if (WEFT_MPI_IN_LINE(count, source, tag, communicator) &&
        weft_mpi_is_ordinary(count, datatype, source, tag, comm)) {
        const uint32_t bytes = (uint32_t)count * weft_mpi_size(datatype);
        return weft_mpi_try_receive(buf, bytes, source, tag, status)
                   ? MPI_SUCCESS
                   : weft_mpi_receive_bytes(buf, bytes, source, tag, status);
    }
    return weft_mpi_receive(buf, count, datatype, source, tag, comm, status);
}

/* MPI_Barrier may be left to the hardware unless something can be under way meanwhile (src/mpi/barrier.c). So a file
 * that calls a function which leaves something under way defines this symbol, by the assembler alone: no instruction,
 * no byte. A program that calls PMPI_ functions of these directly must also call one of them by its MPI_ name. */
#define WEFT_MPI_OUTLIVES() __asm__(".weak weft_mpi_outlives\n\t.set weft_mpi_outlives, 1")

WEFT_MPI_INLINE int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                              MPI_Request *request)
{
    WEFT_MPI_OUTLIVES();
    return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
}

WEFT_MPI_INLINE int MPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                               MPI_Request *request)
{
    WEFT_MPI_OUTLIVES();
    return PMPI_Issend(buf, count, datatype, dest, tag, comm, request);
}

WEFT_MPI_INLINE int MPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                               MPI_Request *request)
{
    WEFT_MPI_OUTLIVES();
    return PMPI_Irsend(buf, count, datatype, dest, tag, comm, request);
}

WEFT_MPI_INLINE int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                              MPI_Request *request)
{
    WEFT_MPI_OUTLIVES();
    return PMPI_Irecv(buf, count, datatype, source, tag, comm, request);
}

WEFT_MPI_INLINE int MPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request)
{
    WEFT_MPI_OUTLIVES();
    return PMPI_Imrecv(buf, count, datatype, message, request);
}

WEFT_MPI_INLINE int MPI_Start(MPI_Request *request)
{
    WEFT_MPI_OUTLIVES();
    return PMPI_Start(request);
}

WEFT_MPI_INLINE int MPI_Startall(int count, MPI_Request array_of_requests[])
{
    WEFT_MPI_OUTLIVES();
    return PMPI_Startall(count, array_of_requests);
}

WEFT_MPI_INLINE int MPI_Buffer_attach(void *buffer, int size)
{
    WEFT_MPI_OUTLIVES();
    return PMPI_Buffer_attach(buffer, size);
}

WEFT_MPI_INLINE int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request)
{
    WEFT_MPI_OUTLIVES();
    return PMPI_Ibarrier(comm, request);
}

WEFT_MPI_INLINE int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    WEFT_MPI_OUTLIVES();
    return PMPI_Comm_idup(comm, newcomm, request);
}

/* The kernel of a datatype that is a constant, or of one that will be known when the program runs. */
WEFT_INLINE weft_mpi_kernel *weft_mpi_kernel_of(MPI_Datatype datatype)
{
    const uint32_t type = WEFT_MPI_NUMBER(datatype);
    return __builtin_constant_p(type) ? weft_mpi_pick_kernel(datatype) : weft_mpi_kernel_any;
}

WEFT_MPI_INLINE int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                               int root, MPI_Comm comm)
{
    return weft_mpi_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, weft_mpi_kernel_of(datatype));
}

WEFT_MPI_INLINE int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                                  MPI_Comm comm)
{
    return weft_mpi_allreduce(sendbuf, recvbuf, count, datatype, op, comm, weft_mpi_kernel_of(datatype));
}

WEFT_MPI_INLINE int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                             MPI_Comm comm)
{
    return weft_mpi_scan(sendbuf, recvbuf, count, datatype, op, comm, weft_mpi_kernel_of(datatype), false);
}

WEFT_MPI_INLINE int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                               MPI_Comm comm)
{
    return weft_mpi_scan(sendbuf, recvbuf, count, datatype, op, comm, weft_mpi_kernel_of(datatype), true);
}

#endif
