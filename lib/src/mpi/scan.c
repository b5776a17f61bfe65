/* MPI_Scan and MPI_Exscan: a chain. Every rank hears from the one before it the result of all before, and tells the
 * next one that of all up to itself; pieces follow each other along the chain. */
#include "reduction.h"

/* One piece; `own` may be `result`. */
static int scan_piece(const struct weft_mpi_reduction *reduction, const void *own, void *result, int count,
                      bool inclusive)
{
    const struct weft_mpi_collective *const collective = &reduction->collective;
    const int32_t rank = collective->comm->rank;
    uint8_t *const mine = weft_mpi_space(reduction, 0);
    uint8_t *const before = weft_mpi_space(reduction, 1);
    weft_mpi_copy_operands(reduction, own, mine, count);
    if (rank > 0) {
        const struct weft_mpi_data in = weft_mpi_operands(reduction, before, count);
        WEFT_TRY(weft_mpi_get(collective, &in, rank - 1));
        weft_mpi_apply(reduction, before, mine, count);
    }
    if (rank + 1 < collective->comm->size) {
        const struct weft_mpi_data out = weft_mpi_operands(reduction, mine, count);
        weft_mpi_put(collective, &out, rank + 1);
    }
    if (inclusive || rank > 0) {
        weft_mpi_copy_operands(reduction, inclusive ? mine : before, result, count);
    }
    return MPI_SUCCESS;
}

static int scan(const char *function, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                MPI_Comm comm, bool inclusive)
{
    struct weft_mpi_reduction reduction = {
        .collective = {.function = function, .tag = WEFT_MPI_TAG_SCAN},
        .kernel = weft_mpi_kernel_any,
        .op = op,
    };
    const void *const own = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    WEFT_TRY(weft_mpi_comm(comm, function, &reduction.collective.comm));
    WEFT_TRY(weft_mpi_check_reduction(&reduction, datatype));
    const bool writes = inclusive || reduction.collective.comm->rank > 0;
    WEFT_TRY(weft_mpi_check_operands(&reduction, own, writes ? recvbuf : NULL, count));
    for (int done = 0; done < count; done += reduction.piece) {
        const int length = weft_mpi_next(&reduction, count - done);
        WEFT_TRY(scan_piece(&reduction, weft_mpi_operand(&reduction, own, done),
                            writes ? weft_mpi_operand(&reduction, recvbuf, done) : NULL, length, inclusive));
    }
    return MPI_SUCCESS;
}

int PMPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return scan("MPI_Scan", sendbuf, recvbuf, count, datatype, op, comm, true);
}
WEFT_MPI_NAME(Scan)

int PMPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return scan("MPI_Exscan", sendbuf, recvbuf, count, datatype, op, comm, false);
}
WEFT_MPI_NAME(Exscan)
