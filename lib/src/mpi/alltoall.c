/* MPI_Alltoall and MPI_Alltoallv. In place, each pair of ranks swaps separately. Every rank handles its pairs in the
 * order of the sum of the two ranks, so all ranks agree on one order of all pairs and there is no deadlock. */
#include "collective.h"

/* Sends a copy of the part, so that the part from the other rank can overwrite it. */
static int swap_part(const struct weft_mpi_comm *comm, const struct weft_mpi_parts *parts, int32_t other)
{
    struct weft_mpi_data part;
    weft_mpi_part(parts, other, &part);
    const struct weft_mpi_data copy = {weft_mpi_new(part.bytes), NULL, part.bytes};
    if (!copy.buffer) {
        return MPI_ERR_NO_MEM;
    }
    weft_mpi_move_data(&part, 0, copy.buffer, part.bytes, false);
    const int error = weft_mpi_swap(comm, WEFT_MPI_TAG_ALLTOALL, &copy, other, &part, other);
    weft_mpi_delete(copy.buffer);
    return error;
}

static int in_place(const char *function, MPI_Comm handle, const struct weft_mpi_parts *parts)
{
    struct weft_mpi_comm *comm;
    WEFT_TRY(weft_mpi_comm(handle, function, &comm));
    WEFT_TRY(weft_mpi_check_parts(comm, parts));
    int error = MPI_SUCCESS;
    for (int32_t sum = 1; sum < 2 * comm->size - 2; sum++) {
        const int32_t other = sum - comm->rank;
        if (other >= 0 && other < comm->size && other != comm->rank) {
            const int result = swap_part(comm, parts, other);
            error = weft_mpi_first_error(error, result);
        }
    }
    return error;
}

static int alltoall(const struct weft_mpi_distribution *distribution, struct weft_mpi_parts *out,
                    struct weft_mpi_parts *in, MPI_Comm comm)
{
    return out->buffer == MPI_IN_PLACE ? in_place(distribution->function, comm, in)
                                       : weft_mpi_distribute(distribution, out, in, 0, comm);
}

int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, MPI_Comm comm)
{
    static const struct weft_mpi_distribution all = {"MPI_Alltoall", WEFT_MPI_TAG_ALLTOALL, false, false, false};
    struct weft_mpi_parts out = {(void *)(uintptr_t)sendbuf, sendcount, sendtype, NULL, NULL, false};
    struct weft_mpi_parts in = {recvbuf, recvcount, recvtype, NULL, NULL, false};
    return alltoall(&all, &out, &in, comm);
}
WEFT_MPI_NAME(Alltoall)

int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                   void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    static const struct weft_mpi_distribution all = {"MPI_Alltoallv", WEFT_MPI_TAG_ALLTOALL, false, false, false};
    struct weft_mpi_parts out = {(void *)(uintptr_t)sendbuf, 0, sendtype, sendcounts, sdispls, false};
    struct weft_mpi_parts in = {recvbuf, 0, recvtype, recvcounts, rdispls, false};
    return alltoall(&all, &out, &in, comm);
}
WEFT_MPI_NAME(Alltoallv)
