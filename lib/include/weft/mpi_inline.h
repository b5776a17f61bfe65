/* MPI calls that are compiled into the caller, where their arguments are constants.
 *
 * The checks that a call makes of its arguments are then made by the compiler, and what is left of a small message are
 * the instructions that move it. The long way behind them is the function of the library, which checks again.
 */
#ifndef WEFT_MPI_INLINE_H
#define WEFT_MPI_INLINE_H

#include <weft/fast_path.h>
#include <weft/mpi_handles.h>
#include <weft/mpi_kernels.h>
#include <weft/mpi_long_way.h>

/* Are count, type, rank, tag and communicator such that a fast path may be tried? A rank beyond the last finds its
 * gate closed. */
WEFT_INLINE bool weft_mpi_is_small(int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm)
{
    return comm == MPI_COMM_WORLD && weft_mpi_is_datatype(datatype) && (uint32_t)rank < WEFT_CORES &&
           (uint32_t)tag < WEFT_LABEL_TAGS && (uint32_t)count <= WEFT_LINK_BLOCK &&
           (uint32_t)count * weft_mpi_size(datatype) <= WEFT_LINK_BLOCK;
}

WEFT_INLINE bool weft_mpi_try_send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return __builtin_expect(weft_mpi_is_small(count, datatype, dest, tag, comm), 1) &&
           weft_fast_send(buf, (uint32_t)count * weft_mpi_size(datatype), (uint32_t)dest,
                          weft_label(WEFT_MPI_WORLD, (uint32_t)tag));
}

WEFT_INLINE bool weft_mpi_try_receive(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                                      MPI_Status *status)
{
    uint32_t length;
    if (!weft_mpi_is_small(count, datatype, source, tag, comm) ||
        !weft_fast_receive(buf, (uint32_t)count * weft_mpi_size(datatype), (uint32_t)source, WEFT_MPI_WORLD,
                           (uint32_t)tag, &length)) {
        return false;
    }
    if (status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->weft_bytes = (int)length;
    }
    return true;
}

/* The compiler recognizes a constant handle, which is a pointer, only in a variable that is a number. */
#define WEFT_MPI_NUMBER(handle) ((uint32_t)(uintptr_t)(handle))

WEFT_INLINE int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    const uint32_t type = WEFT_MPI_NUMBER(datatype);
    const uint32_t communicator = WEFT_MPI_NUMBER(comm);
    if (__builtin_constant_p(count) && __builtin_constant_p(type) && __builtin_constant_p(dest) &&
        __builtin_constant_p(tag) && __builtin_constant_p(communicator) &&
        weft_mpi_try_send(buf, count, datatype, dest, tag, comm)) {
        return MPI_SUCCESS;
    }
    return weft_mpi_send(buf, count, datatype, dest, tag, comm);
}

WEFT_INLINE int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                         MPI_Status *status)
{
    const uint32_t type = WEFT_MPI_NUMBER(datatype);
    const uint32_t communicator = WEFT_MPI_NUMBER(comm);
    if (__builtin_constant_p(count) && __builtin_constant_p(type) && __builtin_constant_p(source) &&
        __builtin_constant_p(tag) && __builtin_constant_p(communicator) &&
        weft_mpi_try_receive(buf, count, datatype, source, tag, comm, status)) {
        return MPI_SUCCESS;
    }
    return weft_mpi_receive(buf, count, datatype, source, tag, comm, status);
}

/* The kernel of a datatype that is a constant, or of one that will be known when the program runs. */
WEFT_INLINE weft_mpi_kernel *weft_mpi_kernel_of(MPI_Datatype datatype)
{
    const uint32_t type = WEFT_MPI_NUMBER(datatype);
    return __builtin_constant_p(type) ? weft_mpi_pick_kernel(datatype) : weft_mpi_any_kernel(datatype);
}

WEFT_INLINE int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                           MPI_Comm comm)
{
    return weft_mpi_reduce(sendbuf, recvbuf, count, datatype, op, root, comm, weft_mpi_kernel_of(datatype));
}

WEFT_INLINE int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                              MPI_Comm comm)
{
    return weft_mpi_allreduce(sendbuf, recvbuf, count, datatype, op, comm, weft_mpi_kernel_of(datatype));
}

#endif
