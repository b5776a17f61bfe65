/* MPI_Allgather and MPI_Allgatherv: a ring. In step k every rank passes on the part that it got in step k - 1,
 * beginning with its own. */
#include "collective.h"

static int allgather(struct weft_mpi_collective *collective, MPI_Comm comm, const void *sendbuf, int sendcount,
                     MPI_Datatype sendtype, const struct weft_mpi_parts *parts)
{
    WEFT_TRY(weft_mpi_comm(comm, collective->function, &collective->comm));
    const int32_t size = collective->comm->size;
    const int32_t rank = collective->comm->rank;
    struct weft_mpi_data own;
    if (sendbuf != MPI_IN_PLACE) {
        WEFT_TRY(weft_mpi_check_data(collective->comm, collective->function, sendbuf, sendcount, sendtype, &own));
    }
    WEFT_TRY(weft_mpi_check_parts(collective, parts));
    struct weft_mpi_data out = weft_mpi_part(parts, rank);
    if (sendbuf != MPI_IN_PLACE) {
        WEFT_TRY(weft_mpi_copy(collective, &own, &out));
    }
    for (int32_t step = 1; step < size; step++) {
        const struct weft_mpi_data in = weft_mpi_part(parts, (rank - step + size) % size);
        WEFT_TRY(weft_mpi_swap(collective, &out, (rank + 1) % size, &in, (rank - 1 + size) % size));
        out = in;
    }
    return MPI_SUCCESS;
}

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm)
{
    struct weft_mpi_collective collective = {.function = "MPI_Allgather", .tag = WEFT_MPI_TAG_ALLGATHER};
    const struct weft_mpi_parts parts = {.buffer = recvbuf, .count = recvcount, .type = recvtype};
    return allgather(&collective, comm, sendbuf, sendcount, sendtype, &parts);
}
WEFT_MPI_NAME(Allgather)

int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                    const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    struct weft_mpi_collective collective = {.function = "MPI_Allgatherv", .tag = WEFT_MPI_TAG_ALLGATHER};
    const struct weft_mpi_parts parts = {recvbuf, 0, recvcounts, displs, recvtype};
    return allgather(&collective, comm, sendbuf, sendcount, sendtype, &parts);
}
WEFT_MPI_NAME(Allgatherv)
