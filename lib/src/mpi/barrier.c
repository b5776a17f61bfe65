/* MPI_Barrier: the link's own barrier, the last of its numbers (pthread_barrier_init gives out the first). */
#include "mpi_internal.h"

#include "link/link.h"

int MPI_Barrier(MPI_Comm comm)
{
    struct weft_mpi_group group;
    const int error = weft_mpi_group(comm, "MPI_Barrier", &group);
    if (error == MPI_SUCCESS && group.size > 1) {
        weft_link_barrier(WEFT_BARRIERS - 1, (uint32_t)group.size);
    }
    return error;
}
