/* MPI_Reduce_scatter and MPI_Reduce_scatter_block: one reduction for each part, to the rank whose part it is.
 *
 * In place, the result of a rank is written to the beginning of its values: not before the parts that lay there have
 * been passed on, since parts are taken in order. */
#include "reduction.h"

static int count_of(const int recvcounts[], int recvcount, int32_t rank)
{
    return recvcounts ? recvcounts[rank] : recvcount;
}

static int total(const struct weft_mpi_reduction *reduction, const int recvcounts[], int recvcount, int *sum)
{
    const struct weft_mpi_collective *const collective = &reduction->collective;
    *sum = 0;
    for (int32_t rank = 0; rank < collective->comm->size; rank++) {
        const int count = count_of(recvcounts, recvcount, rank);
        WEFT_TRY(weft_mpi_check_count(collective->comm, collective->function, count));
        *sum += count;
    }
    return MPI_SUCCESS;
}

static int reduce_scatter(const char *function, const void *sendbuf, void *recvbuf, const int recvcounts[],
                          int recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    struct weft_mpi_reduction reduction = {
        .collective = {.function = function, .tag = WEFT_MPI_TAG_REDUCE},
        .kernel = weft_mpi_kernel_any,
        .op = op,
    };
    const uint8_t *own = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    int sum;
    WEFT_TRY(weft_mpi_comm(comm, function, &reduction.collective.comm));
    WEFT_TRY(weft_mpi_check_reduction(&reduction, datatype));
    WEFT_TRY(total(&reduction, recvcounts, recvcount, &sum));
    WEFT_TRY(weft_mpi_check_operands(&reduction, own, NULL, sum));
    for (int32_t rank = 0; rank < reduction.collective.comm->size; rank++) {
        const int count = count_of(recvcounts, recvcount, rank);
        WEFT_TRY(weft_mpi_reduce_to(&reduction, own, recvbuf, count, rank));
        own = weft_mpi_operand(&reduction, own, count);
    }
    return MPI_SUCCESS;
}

int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                        MPI_Comm comm)
{
    return reduce_scatter("MPI_Reduce_scatter", sendbuf, recvbuf, recvcounts, 0, datatype, op, comm);
}
WEFT_MPI_NAME(Reduce_scatter)

int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                              MPI_Comm comm)
{
    return reduce_scatter("MPI_Reduce_scatter_block", sendbuf, recvbuf, NULL, recvcount, datatype, op, comm);
}
WEFT_MPI_NAME(Reduce_scatter_block)
