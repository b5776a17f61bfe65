/* MPI_Reduce_scatter and MPI_Reduce_scatter_block: one reduction for each part, to the rank that receives it.
 *
 * In place, a rank's result overwrites the beginning of its values. Parts are reduced in the order of ranks, so the
 * parts that were there have been sent on by then. */
#include "reduction.h"

static int count_of(const int recvcounts[], int recvcount, int32_t rank)
{
    return recvcounts ? recvcounts[rank] : recvcount;
}

static int total(const struct weft_mpi_comm *comm, const int recvcounts[], int recvcount, int *sum)
{
    *sum = 0;
    for (int32_t rank = 0; rank < comm->size; rank++) {
        const int count = count_of(recvcounts, recvcount, rank);
        WEFT_TRY(weft_mpi_check_count(count));
        *sum += count;
    }
    return MPI_SUCCESS;
}

static int reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], int recvcount,
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, const char *function)
{
    struct weft_mpi_reduction reduction = {
        .own = sendbuf,
        .result = recvbuf,
        .count = 0,
        .type = datatype,
        .op = op,
        .kernel = weft_mpi_kernel_any,
        .tag = WEFT_MPI_TAG_REDUCE,
    };
    WEFT_TRY(weft_mpi_begin_reduction(&reduction, function, comm));
    WEFT_TRY(total(reduction.comm, recvcounts, recvcount, &reduction.count));
    WEFT_TRY(weft_mpi_check_operands(&reduction, true, false));
    const uint8_t *own = reduction.own;
    int error = MPI_SUCCESS;
    for (int32_t rank = 0; rank < reduction.comm->size; rank++) {
        const int count = count_of(recvcounts, recvcount, rank);
        error = weft_mpi_first_error(error, weft_mpi_reduce_to(&reduction, own, count, rank));
        own += count * reduction.shape.extent;
    }
    return error;
}

int PMPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype datatype, MPI_Op op,
                        MPI_Comm comm)
{
    return reduce_scatter(sendbuf, recvbuf, recvcounts, 0, datatype, op, comm, "MPI_Reduce_scatter");
}
WEFT_MPI_NAME(Reduce_scatter)

int PMPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
                              MPI_Comm comm)
{
    return reduce_scatter(sendbuf, recvbuf, NULL, recvcount, datatype, op, comm, "MPI_Reduce_scatter_block");
}
WEFT_MPI_NAME(Reduce_scatter_block)
