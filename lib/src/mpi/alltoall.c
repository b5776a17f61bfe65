/* MPI_Alltoall and MPI_Alltoallv: pairwise. In step k every rank sends to the one k further on and receives from the
 * one k behind. In place, each pair of ranks swaps by itself, all pairs in one order. */
#include "collective.h"

static int pairwise(const struct weft_mpi_collective *collective, const struct weft_mpi_parts *out,
                    const struct weft_mpi_parts *in)
{
    const int32_t size = collective->comm->size;
    const int32_t rank = collective->comm->rank;
    const struct weft_mpi_data own_out = weft_mpi_part(out, rank);
    const struct weft_mpi_data own_in = weft_mpi_part(in, rank);
    WEFT_TRY(weft_mpi_copy(collective, &own_out, &own_in));
    for (int32_t step = 1; step < size; step++) {
        const int32_t to = (rank + step) % size;
        const int32_t from = (rank - step + size) % size;
        const struct weft_mpi_data sent = weft_mpi_part(out, to);
        const struct weft_mpi_data received = weft_mpi_part(in, from);
        WEFT_TRY(weft_mpi_swap(collective, &sent, to, &received, from));
    }
    return MPI_SUCCESS;
}

/* Sends a copy of the part, so that the other's part can take its place. */
static int swap_part(const struct weft_mpi_collective *collective, const struct weft_mpi_parts *parts, int32_t other)
{
    const struct weft_mpi_data part = weft_mpi_part(parts, other);
    const struct weft_mpi_data copy = {weft_mpi_new(part.bytes), NULL, part.bytes};
    if (!copy.buffer) {
        return weft_mpi_no_memory(collective->comm, collective->function);
    }
    int error = weft_mpi_copy(collective, &part, &copy);
    if (error == MPI_SUCCESS) {
        error = weft_mpi_swap(collective, &copy, other, &part, other);
    }
    weft_mpi_delete(copy.buffer);
    return error;
}

static int in_place(const struct weft_mpi_collective *collective, const struct weft_mpi_parts *parts)
{
    const int32_t size = collective->comm->size;
    const int32_t rank = collective->comm->rank;
    for (int32_t sum = 1; sum < 2 * size - 2; sum++) {
        const int32_t other = sum - rank;
        if (other >= 0 && other < size && other != rank) {
            WEFT_TRY(swap_part(collective, parts, other));
        }
    }
    return MPI_SUCCESS;
}

static int alltoall(struct weft_mpi_collective *collective, MPI_Comm comm, const struct weft_mpi_parts *out,
                    const struct weft_mpi_parts *in)
{
    WEFT_TRY(weft_mpi_comm(comm, collective->function, &collective->comm));
    const bool is_in_place = out->buffer == MPI_IN_PLACE;
    if (!is_in_place) {
        WEFT_TRY(weft_mpi_check_parts(collective, out));
    }
    WEFT_TRY(weft_mpi_check_parts(collective, in));
    return is_in_place ? in_place(collective, in) : pairwise(collective, out, in);
}

int PMPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                  MPI_Datatype recvtype, MPI_Comm comm)
{
    struct weft_mpi_collective collective = {.function = "MPI_Alltoall", .tag = WEFT_MPI_TAG_ALLTOALL};
    const struct weft_mpi_parts out = {.buffer = (void *)(uintptr_t)sendbuf, .count = sendcount, .type = sendtype};
    const struct weft_mpi_parts in = {.buffer = recvbuf, .count = recvcount, .type = recvtype};
    return alltoall(&collective, comm, &out, &in);
}
WEFT_MPI_NAME(Alltoall)

int PMPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                   void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm)
{
    struct weft_mpi_collective collective = {.function = "MPI_Alltoallv", .tag = WEFT_MPI_TAG_ALLTOALL};
    const struct weft_mpi_parts out = {(void *)(uintptr_t)sendbuf, 0, sendcounts, sdispls, sendtype};
    const struct weft_mpi_parts in = {recvbuf, 0, recvcounts, rdispls, recvtype};
    return alltoall(&collective, comm, &out, &in);
}
WEFT_MPI_NAME(Alltoallv)
