/* MPI_Barrier: uses the link's own barrier for MPI_COMM_WORLD where it has one, otherwise messages.
 *
 * Dissemination (Hensgen, Finkel and Manber 1988): in round k every rank r sends a message to rank r + 2^k and receives
 * one from rank r - 2^k (modulo the size). After ceil(log2(size)) rounds every rank depends on all others.
 *
 * In the link's barrier a rank with outstanding operations makes progress (engine/meet.c).
 */
#include "collective.h"

#include "engine/meet.h"

/* Each message is one word, which all links send on their fast path. */
int weft_mpi_disseminate(const struct weft_mpi_comm *comm)
{
    uint32_t words[2] = {0};
    const struct weft_mpi_data out = {&words[0], NULL, sizeof *words};
    const struct weft_mpi_data in = {&words[1], NULL, sizeof *words};
    const int32_t size = comm->size;
    const int32_t rank = comm->rank;
    for (int32_t step = 1; step < size; step *= 2) {
        WEFT_TRY(
            weft_mpi_swap(comm, WEFT_MPI_TAG_BARRIER, &out, (rank + step) % size, &in, (rank - step + size) % size));
    }
    return MPI_SUCCESS;
}

int PMPI_Barrier(MPI_Comm comm)
{
    struct weft_mpi_comm *found;
#if WEFT_MEETS
    if (comm == MPI_COMM_WORLD && weft_self()->size > 0) {
        WEFT_CALL(weft_self()->rank, WEFT_MPI_WORLD, weft_self()->size);
        weft_meet();
        return MPI_SUCCESS;
    }
#endif
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Barrier", &found));
    return weft_mpi_disseminate(found);
}
WEFT_MPI_NAME(Barrier)
