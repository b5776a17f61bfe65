/* MPI_Reduce and MPI_Allreduce: binomial trees. exchange.c has the MPI_Allreduce of little data.
 *
 * In a tree over the ranks from 0 on, every rank combines a contiguous range of ranks, so the operands are in the order
 * of ranks. If the operation commutes, the tree's top is the root; if not, the top is rank 0, which sends the result to
 * the root.
 */
#include "reduction.h"

static bool commutes(const struct weft_mpi_reduction *reduction)
{
    return !reduction->is_users || reduction->op->commutes;
}

/* Returns (number + steps) mod count for number, steps <= count, without a division, which takes as long as a small
 * message. */
static inline int32_t further(int32_t number, int32_t steps, int32_t count)
{
    const int32_t sum = number + steps;
    return WEFT_SMALL ? sum % count : sum < count ? sum : sum - count;
}

/* Reduces one piece up the tree to the rank `top`. This rank's own values are only read. */
static int climb(const struct weft_mpi_reduction *reduction, uint8_t **mine, int count, int32_t top)
{
    const int32_t ranks = reduction->comm->size;
    const int32_t relative = further(reduction->comm->rank, ranks - top, ranks);
    struct weft_mpi_data other = weft_mpi_operands(reduction, weft_mpi_space(reduction, 1), count);
    uint8_t *next = WEFT_MPI_READS_ONLY ? weft_mpi_space(reduction, 0) : *mine;
    int error = MPI_SUCCESS;
    int32_t bit = 1;
    for (; bit < ranks && (relative & bit) == 0; bit *= 2) {
        if (relative + bit < ranks) {
            const int32_t child = further(relative + bit, top, ranks);
            const int result = weft_mpi_get(reduction->comm, reduction->tag, &other, child);
            error = weft_mpi_first_error(error, result);
            weft_mpi_apply(reduction, *mine, other.buffer, count);
            *mine = other.buffer;
            other.buffer = next;
            next = *mine;
        }
    }
    if (relative != 0) {
        other.buffer = *mine;
        weft_mpi_put(reduction->comm, reduction->tag, &other, further(relative - bit, top, ranks));
    }
    return error;
}

/* Reduces one piece up the tree, then sends it from the tree's top to the root if they differ. */
static int step(const struct weft_mpi_reduction *reduction, uint8_t **mine, int count)
{
    const int32_t root = reduction->root;
    const int32_t top = commutes(reduction) ? root : 0;
    const int32_t rank = reduction->comm->rank;
    const int error = climb(reduction, mine, count, top);
    if (top == root) {
        return error;
    }
    if (WEFT_MPI_READS_ONLY && rank == root) {
        *mine = weft_mpi_space(reduction, 0);
    }
    const struct weft_mpi_data data = weft_mpi_operands(reduction, *mine, count);
    if (rank == top) {
        weft_mpi_put(reduction->comm, reduction->tag, &data, root);
    }
    const int last = rank == root ? weft_mpi_get(reduction->comm, reduction->tag, &data, top) : MPI_SUCCESS;
    return weft_mpi_first_error(error, last);
}

int weft_mpi_reduce_to(struct weft_mpi_reduction *reduction, const void *own, int count, int32_t root)
{
    reduction->root = root;
    if (WEFT_MPI_READS_ONLY) {
        reduction->reads_only = true;
    }
    return weft_mpi_in_pieces(reduction, own, reduction->comm->rank == root ? reduction->result : NULL, count, step);
}

int weft_mpi_reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, int root,
                    MPI_Comm comm, weft_mpi_kernel *kernel)
{
    struct weft_mpi_reduction reduction = {
        .own = sendbuf,
        .result = recvbuf,
        .count = count,
        .type = datatype,
        .op = op,
        .kernel = kernel,
        .tag = WEFT_MPI_TAG_REDUCE,
    };
    WEFT_TRY(weft_mpi_begin_reduction(&reduction, "MPI_Reduce", comm));
    WEFT_TRY(weft_mpi_check_root(root));
    const bool is_root = reduction.comm->rank == root;
    WEFT_TRY(weft_mpi_check_operands(&reduction, is_root, is_root));
    return weft_mpi_reduce_to(&reduction, reduction.own, count, (int32_t)root);
}

int weft_mpi_allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                       weft_mpi_kernel *kernel)
{
    struct weft_mpi_reduction reduction = {
        .own = sendbuf,
        .result = recvbuf,
        .count = count,
        .type = datatype,
        .op = op,
        .kernel = kernel,
        .tag = WEFT_MPI_TAG_ALLREDUCE,
    };
    WEFT_TRY(weft_mpi_begin_reduction(&reduction, "MPI_Allreduce", comm));
    WEFT_TRY(weft_mpi_check_operands(&reduction, true, true));
    const struct weft_mpi_data data = weft_mpi_operands(&reduction, recvbuf, count);
    if (!WEFT_SMALL && count <= reduction.piece && data.bytes <= WEFT_MPI_EXCHANGE) {
        return weft_mpi_in_pieces(&reduction, reduction.own, recvbuf, count, weft_mpi_exchange);
    }
    const int error = weft_mpi_reduce_to(&reduction, reduction.own, count, 0);
    return weft_mpi_first_error(error, weft_mpi_bcast(reduction.comm, WEFT_MPI_TAG_BCAST, &data, 0));
}
