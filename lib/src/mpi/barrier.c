/* MPI_Barrier: the link's own barrier where it has one, the last of its numbers (pthread_barrier_init gives out the
 * first); otherwise by messages.
 *
 * Dissemination (Hensgen, Finkel and Manber 1988): in round k every rank sends to the one 2^k further on and hears from
 * the one 2^k behind, so that after all rounds everybody has heard of everybody.
 */
#include "mpi_internal.h"

#include "link/link.h"

static int disseminate(const struct weft_mpi_collective *collective)
{
    const int32_t size = collective->group.size;
    const int32_t rank = collective->group.rank;
    int error = MPI_SUCCESS;
    for (int32_t step = 1; step < size && error == MPI_SUCCESS; step *= 2) {
        error = weft_mpi_swap(collective, NULL, (rank + step) % size, NULL, (rank - step + size) % size, 0);
    }
    return error;
}

int MPI_Barrier(MPI_Comm comm)
{
    struct weft_mpi_collective collective = {.comm = comm, .function = "MPI_Barrier", .tag = WEFT_MPI_TAG_BARRIER};
    const int error = weft_mpi_group(comm, collective.function, &collective.group);
    if (error != MPI_SUCCESS || collective.group.size == 1) {
        return error;
    }
    if (WEFT_LINK_HAS_BARRIER) {
        weft_link_barrier(WEFT_BARRIERS - 1, (uint32_t)collective.group.size);
        return MPI_SUCCESS;
    }
    return disseminate(&collective);
}
