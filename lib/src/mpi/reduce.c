/* MPI_Reduce and MPI_Allreduce: binomial trees. A small MPI_Allreduce is exchange.c.
 *
 * There is no heap, so that a rank that passes partial results on works on a piece of the data at a time, in two
 * buffers of fixed size: its own partial result, and what a child sends. The root's partial result is the result.
 */
#include "mpi_internal.h"

#include "copy.h"

#define PIECE 512 /* bytes: a multiple of every datatype's size */

static WEFT_PER_RANK _Alignas(16) uint8_t partial[PIECE];
static WEFT_PER_RANK _Alignas(16) uint8_t child[PIECE];

struct reduction {
    struct weft_mpi_collective collective;
    weft_mpi_kernel *kernel;
    MPI_Op op;
    uint32_t size; /* of one element */
    int32_t root;
};

/* Reduces one piece into `into`, which holds this rank's own values; the root keeps it, others pass it on. */
static int reduce_piece(const struct reduction *reduction, uint8_t *into, uint32_t bytes)
{
    const struct weft_mpi_collective *const collective = &reduction->collective;
    const int32_t ranks = collective->group.size;
    const int32_t relative = (collective->group.rank - reduction->root + ranks) % ranks;
    int error = MPI_SUCCESS;
    int32_t bit = 1;
    for (; bit < ranks && (relative & bit) == 0; bit *= 2) {
        if (relative + bit < ranks) {
            const int result = weft_mpi_get(collective, child, bytes, (relative + bit + reduction->root) % ranks);
            error = error != MPI_SUCCESS ? error : result;
            reduction->kernel(reduction->op, child, into, (int)(bytes / reduction->size));
        }
    }
    if (relative != 0) {
        weft_mpi_put(collective, into, bytes, (relative - bit + reduction->root) % ranks);
    }
    return error;
}

static int reduce_all(const struct reduction *reduction, const void *sendbuf, void *recvbuf, uint32_t bytes)
{
    const bool is_root = reduction->collective.group.rank == reduction->root;
    const uint8_t *const from = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    int error = MPI_SUCCESS;
    for (uint32_t done = 0; done < bytes && error == MPI_SUCCESS; done += PIECE) {
        const uint32_t length = bytes - done < PIECE ? bytes - done : PIECE;
        uint8_t *const into = is_root ? (uint8_t *)recvbuf + done : partial;
        if (into != from + done) {
            weft_copy(into, from + done, length);
        }
        error = reduce_piece(reduction, into, length);
    }
    return error;
}

/* Checks what both functions have in common. `own` is where this rank's values stand, `result` where the result goes or
 * null. */
static int check(struct reduction *reduction, const void *own, const void *result, int count, MPI_Datatype datatype)
{
    const struct weft_mpi_collective *const collective = &reduction->collective;
    int error = weft_mpi_check_buffer(collective->comm, collective->function, own, count, datatype);
    if (error == MPI_SUCCESS && result) {
        error = weft_mpi_check_buffer(collective->comm, collective->function, result, count, datatype);
    }
    if (error == MPI_SUCCESS &&
        ((uintptr_t)reduction->op >> 24 != 0x53u || !reduction->kernel(reduction->op, NULL, NULL, 0))) {
        return weft_mpi_error(collective->comm, MPI_ERR_OP,
                              "%s: the operation does not exist, or not for this datatype", collective->function);
    }
    reduction->size = error == MPI_SUCCESS ? weft_mpi_size(datatype) : 0;
    return error;
}

int weft_mpi_reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                    MPI_Comm comm, weft_mpi_kernel *kernel)
{
    struct reduction reduction = {
        .collective = {.comm = comm, .function = "MPI_Reduce", .tag = WEFT_MPI_TAG_REDUCE},
        .kernel = kernel,
        .op = op,
        .root = (int32_t)root,
    };
    struct weft_mpi_collective *const collective = &reduction.collective;
    int error = weft_mpi_group(comm, collective->function, &collective->group);
    if (error == MPI_SUCCESS) {
        error = weft_mpi_check_root(comm, collective->function, &collective->group, root);
    }
    if (error != MPI_SUCCESS) {
        return error;
    }
    const bool is_root = collective->group.rank == reduction.root;
    const void *const own = is_root && sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    error = check(&reduction, own, is_root ? recvbuf : NULL, count, datatype);
    return error != MPI_SUCCESS ? error : reduce_all(&reduction, own, recvbuf, (uint32_t)count * reduction.size);
}

int weft_mpi_allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                       weft_mpi_kernel *kernel)
{
    struct reduction reduction = {
        .collective = {.comm = comm, .function = "MPI_Allreduce", .tag = WEFT_MPI_TAG_REDUCE},
        .kernel = kernel,
        .op = op,
        .root = 0,
    };
    struct weft_mpi_collective *const collective = &reduction.collective;
    int error = weft_mpi_group(comm, collective->function, &collective->group);
    const void *const own = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    if (error == MPI_SUCCESS) {
        error = check(&reduction, own, recvbuf, count, datatype);
    }
    const uint32_t bytes = (uint32_t)count * reduction.size;
    if (error != MPI_SUCCESS || bytes == 0) {
        return error;
    }
    if (bytes <= WEFT_MPI_EXCHANGE) {
        return weft_mpi_exchange(collective, kernel, op, own, recvbuf, count, bytes);
    }
    error = reduce_all(&reduction, own, recvbuf, bytes);
    return error != MPI_SUCCESS ? error : weft_mpi_bcast(collective, recvbuf, bytes, 0);
}
