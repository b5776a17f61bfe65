/* MPI_Scan and MPI_Exscan: a chain. Every rank receives the result of all ranks before it from its predecessor, and
 * sends the result including its own values to its successor. Pieces are pipelined along the chain. */
#include "reduction.h"

static int inclusive(const struct weft_mpi_reduction *reduction, uint8_t **mine, int count)
{
    const struct weft_mpi_comm *const comm = reduction->comm;
    uint8_t *const before = weft_mpi_space(reduction, 1);
    int error = MPI_SUCCESS;
    if (comm->rank > 0) {
        const struct weft_mpi_data in = weft_mpi_operands(reduction, before, count);
        error = weft_mpi_get(comm, reduction->tag, &in, comm->rank - 1);
        weft_mpi_apply(reduction, before, *mine, count);
    }
    if (comm->rank + 1 < comm->size) {
        const struct weft_mpi_data out = weft_mpi_operands(reduction, *mine, count);
        weft_mpi_put(comm, reduction->tag, &out, comm->rank + 1);
    }
    return error;
}

/* As inclusive(), but this rank's result is that of the ranks before it, which is in space 1. */
static int exclusive(const struct weft_mpi_reduction *reduction, uint8_t **mine, int count)
{
    const int error = inclusive(reduction, mine, count);
    *mine = weft_mpi_space(reduction, 1);
    return error;
}

int weft_mpi_scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                  weft_mpi_kernel *kernel, bool is_exclusive)
{
    struct weft_mpi_reduction reduction = {sendbuf, recvbuf, count, datatype, op, kernel, .tag = WEFT_MPI_TAG_SCAN};
    WEFT_TRY(weft_mpi_begin_reduction(&reduction, is_exclusive ? "MPI_Exscan" : "MPI_Scan", comm));
    const bool writes = !is_exclusive || reduction.comm->rank > 0;
    WEFT_TRY(weft_mpi_check_operands(&reduction, true, writes));
    return weft_mpi_in_pieces(&reduction, reduction.own, writes ? recvbuf : NULL, count,
                              is_exclusive ? exclusive : inclusive);
}
