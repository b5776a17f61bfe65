/* MPI_Barrier: the link's own barrier where it has one, otherwise by messages.
 *
 * Dissemination (Hensgen, Finkel and Manber 1988): in round k every rank sends to the one 2^k further on and hears from
 * the one 2^k behind, so that after all rounds everybody has heard of everybody.
 *
 * Who sleeps in the link's barrier moves nothing that is under way. So it serves only where no rank's program has
 * functions whose operations outlive their calls (WEFT_MPI_OUTLIVES, request.h). Ranks may run different programs: the
 * first barrier is by messages, and they carry what each knows.
 */
#include "collective.h"

#include "link_port.h"

extern const char weft_mpi_outlives __attribute__((weak));

static WEFT_PER_RANK enum { UNKNOWN, BY_LINK, BY_MESSAGES } way;

int weft_mpi_disseminate(const struct weft_mpi_comm *comm, uint32_t *any)
{
    const int32_t size = comm->size;
    const int32_t rank = comm->rank;
    for (int32_t step = 1; step < size; step *= 2) {
        uint32_t heard = 0;
        const struct weft_mpi_data out = {any, NULL, sizeof *any};
        const struct weft_mpi_data in = {&heard, NULL, sizeof heard};
        WEFT_TRY(
            weft_mpi_swap(comm, WEFT_MPI_TAG_BARRIER, &out, (rank + step) % size, &in, (rank - step + size) % size));
        *any |= heard;
    }
    return MPI_SUCCESS;
}

int PMPI_Barrier(MPI_Comm comm)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Barrier", &found));
    const bool world = comm == MPI_COMM_WORLD;
#if WEFT_LINK_HAS_BARRIER
    if (world && way == BY_LINK) {
        weft_link_barrier((uint32_t)found->size);
        return MPI_SUCCESS;
    }
#endif
    uint32_t any = &weft_mpi_outlives != NULL;
    WEFT_TRY(weft_mpi_disseminate(found, &any));
    if (world) {
        way = any ? BY_MESSAGES : BY_LINK;
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Barrier)
