/* MPI_Reduce and MPI_Allreduce: binomial trees. A small MPI_Allreduce is exchange.c.
 *
 * In the tree of the ranks from 0 on every rank combines a run of neighbours, so that the order of the operands is that
 * of the ranks. Where the operation commutes the ranks are counted from the root; where it does not, rank 0 has the
 * result and hands it to the root.
 */
#include "reduction.h"

static bool commutes(MPI_Op op)
{
    return !weft_mpi_is(op, WEFT_MPI_IS_OP) || op->commutes;
}

/* Reduces one piece of `count` elements to the rank from which ranks are counted; `*mine` holds this rank's values, and
 * at the top the result, in one of the two spaces. */
static int reduce_piece(const struct weft_mpi_reduction *reduction, uint8_t **mine, int count, int32_t top)
{
    const struct weft_mpi_collective *const collective = &reduction->collective;
    const int32_t ranks = collective->comm->size;
    const int32_t relative = (collective->comm->rank - top + ranks) % ranks;
    uint8_t *other = weft_mpi_space(reduction, 1);
    int error = MPI_SUCCESS;
    int32_t bit = 1;
    for (; bit < ranks && (relative & bit) == 0; bit *= 2) {
        if (relative + bit < ranks) {
            const struct weft_mpi_data child = weft_mpi_operands(reduction, other, count);
            const int result = weft_mpi_get(collective, &child, (relative + bit + top) % ranks);
            uint8_t *const lower = *mine;
            error = error != MPI_SUCCESS ? error : result;
            weft_mpi_apply(reduction, lower, other, count);
            *mine = other;
            other = lower;
        }
    }
    if (relative != 0) {
        const struct weft_mpi_data sum = weft_mpi_operands(reduction, *mine, count);
        weft_mpi_put(collective, &sum, (relative - bit + top) % ranks);
    }
    return error;
}

/* From the top of the tree to the root, where they differ. */
static int hand_over(const struct weft_mpi_reduction *reduction, uint8_t *mine, int count, int32_t root)
{
    const struct weft_mpi_collective *const collective = &reduction->collective;
    const struct weft_mpi_data data = weft_mpi_operands(reduction, mine, count);
    if (collective->comm->rank == 0) {
        weft_mpi_put(collective, &data, root);
    }
    return collective->comm->rank == root ? weft_mpi_get(collective, &data, 0) : MPI_SUCCESS;
}

int weft_mpi_reduce_to(const struct weft_mpi_reduction *reduction, const void *own, void *result, int count,
                       int32_t root)
{
    const int32_t top = commutes(reduction->op) ? root : 0;
    int error = MPI_SUCCESS;
    for (int done = 0; done < count && error == MPI_SUCCESS; done += reduction->piece) {
        const int length = weft_mpi_next(reduction, count - done);
        uint8_t *mine = weft_mpi_space(reduction, 0);
        weft_mpi_copy_operands(reduction, weft_mpi_operand(reduction, own, done), mine, length);
        error = reduce_piece(reduction, &mine, length, top);
        if (error == MPI_SUCCESS && top != root) {
            error = hand_over(reduction, mine, length, root);
        }
        if (reduction->collective.comm->rank == root) {
            weft_mpi_copy_operands(reduction, mine, weft_mpi_operand(reduction, result, done), length);
        }
    }
    return error;
}

int weft_mpi_reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                    MPI_Comm comm, weft_mpi_kernel *kernel)
{
    struct weft_mpi_reduction reduction = {
        .collective = {.function = "MPI_Reduce", .tag = WEFT_MPI_TAG_REDUCE},
        .kernel = kernel,
        .op = op,
    };
    struct weft_mpi_collective *const collective = &reduction.collective;
    WEFT_TRY(weft_mpi_comm(comm, collective->function, &collective->comm));
    WEFT_TRY(weft_mpi_check_root(collective->comm, collective->function, root));
    WEFT_TRY(weft_mpi_check_reduction(&reduction, datatype));
    const bool is_root = collective->comm->rank == root;
    const void *const own = is_root && sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    WEFT_TRY(weft_mpi_check_operands(&reduction, own, is_root ? recvbuf : NULL, count));
    return weft_mpi_reduce_to(&reduction, own, recvbuf, count, (int32_t)root);
}

int weft_mpi_allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                       weft_mpi_kernel *kernel)
{
    struct weft_mpi_reduction reduction = {
        .collective = {.function = "MPI_Allreduce", .tag = WEFT_MPI_TAG_ALLREDUCE},
        .kernel = kernel,
        .op = op,
    };
    const void *const own = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    struct weft_mpi_collective *const collective = &reduction.collective;
    WEFT_TRY(weft_mpi_comm(comm, collective->function, &collective->comm));
    WEFT_TRY(weft_mpi_check_reduction(&reduction, datatype));
    WEFT_TRY(weft_mpi_check_operands(&reduction, own, recvbuf, count));
    if (count <= reduction.piece && (uint32_t)count * weft_mpi_any_size(datatype) <= WEFT_MPI_EXCHANGE) {
        return weft_mpi_exchange(&reduction, own, recvbuf, count);
    }
    WEFT_TRY(weft_mpi_reduce_to(&reduction, own, recvbuf, count, 0));
    const struct weft_mpi_data data = weft_mpi_operands(&reduction, recvbuf, count);
    return weft_mpi_bcast(collective, &data, 0);
}
