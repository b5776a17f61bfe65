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

/* Are the arguments such that a quick way may be tried: right, as far as can be seen here, and with a plain label? A
 * rank beyond the last finds its gate closed. */
WEFT_INLINE bool weft_mpi_is_ordinary(int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm)
{
    return WEFT_LIKELY(comm == MPI_COMM_WORLD) && WEFT_LIKELY(weft_mpi_is_datatype(datatype)) &&
           WEFT_LIKELY((uint32_t)rank < WEFT_CORES) && WEFT_LIKELY((uint32_t)tag < WEFT_LABEL_TAGS) &&
           WEFT_LIKELY((uint32_t)count <= INT32_MAX / WEFT_MPI_LARGEST);
}

/* Sends an ordinary message of at most one block, if nothing stands in the way. */
WEFT_INLINE bool weft_mpi_try_send(const void *buf, uint32_t bytes, int dest, int tag)
{
    return WEFT_LIKELY(bytes <= WEFT_LINK_BLOCK) && WEFT_LIKELY(buf != NULL) &&
           weft_fast_send(buf, bytes, (uint32_t)dest, weft_label(WEFT_MPI_WORLD, (uint32_t)tag));
}

/* Receives an ordinary message of at most one block, if it comes next. */
WEFT_INLINE bool weft_mpi_try_receive(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    uint32_t length;
    if (!WEFT_LIKELY(bytes <= WEFT_LINK_BLOCK) || !WEFT_LIKELY(buf != NULL) ||
        !weft_fast_receive(buf, bytes, (uint32_t)source, WEFT_MPI_WORLD, (uint32_t)tag, &length)) {
        return false;
    }
    if (status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->weft_bytes = (int)length;
    }
    return true;
}

/* Is a call worth its quick way in line? Where the program is to be small, only if the arguments are constants and the
 * checks vanish; otherwise wherever the communicator is one. The compiler recognizes a constant handle, which is a
 * pointer, only in a variable that is a number. */
#ifdef __OPTIMIZE_SIZE__
#define WEFT_MPI_IN_LINE(count, type, rank, tag, communicator)                                                         \
    (__builtin_constant_p(count) && __builtin_constant_p(type) && __builtin_constant_p(rank) &&                        \
     __builtin_constant_p(tag) && __builtin_constant_p(communicator))
#else
#define WEFT_MPI_IN_LINE(count, type, rank, tag, communicator) __builtin_constant_p(communicator)
#endif
#define WEFT_MPI_NUMBER(handle) ((uint32_t)(uintptr_t)(handle))

WEFT_INLINE int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    const uint32_t type = WEFT_MPI_NUMBER(datatype);
    const uint32_t communicator = WEFT_MPI_NUMBER(comm);
    (void)type;
    if (WEFT_MPI_IN_LINE(count, type, dest, tag, communicator) &&
        weft_mpi_is_ordinary(count, datatype, dest, tag, comm)) {
        const uint32_t bytes = (uint32_t)count * weft_mpi_size(datatype);
        return weft_mpi_try_send(buf, bytes, dest, tag) ? MPI_SUCCESS : weft_mpi_send_bytes(buf, bytes, dest, tag);
    }
    return weft_mpi_send(buf, count, datatype, dest, tag, comm);
}

WEFT_INLINE int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                         MPI_Status *status)
{
    const uint32_t type = WEFT_MPI_NUMBER(datatype);
    const uint32_t communicator = WEFT_MPI_NUMBER(comm);
    (void)type;
    if (WEFT_MPI_IN_LINE(count, type, source, tag, communicator) &&
        weft_mpi_is_ordinary(count, datatype, source, tag, comm)) {
        const uint32_t bytes = (uint32_t)count * weft_mpi_size(datatype);
        return weft_mpi_try_receive(buf, bytes, source, tag, status)
                   ? MPI_SUCCESS
                   : weft_mpi_receive_bytes(buf, bytes, source, tag, status);
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
