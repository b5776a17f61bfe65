/* MPI_Gather, MPI_Scatter and their forms with counts: the root takes from, or gives to, one rank after the other;
 * there is no heap for a tree. */
#include "collective.h"

/* What one rank has, and at the root the whole. */
struct division {
    struct weft_mpi_collective collective;
    struct weft_mpi_data own;
    struct weft_mpi_parts whole;
    bool in_place;
};

static int begin(struct division *division, const void *own, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    struct weft_mpi_collective *const collective = &division->collective;
    WEFT_TRY(weft_mpi_comm(comm, collective->function, &collective->comm));
    WEFT_TRY(weft_mpi_check_root(collective->comm, collective->function, root));
    const bool is_root = collective->comm->rank == root;
    division->in_place = is_root && own == MPI_IN_PLACE;
    if (!division->in_place) {
        WEFT_TRY(weft_mpi_check_data(collective->comm, collective->function, own, count, type, &division->own));
    }
    return is_root ? weft_mpi_check_parts(collective, &division->whole) : MPI_SUCCESS;
}

static int gather(struct division *division, int root)
{
    const struct weft_mpi_collective *const collective = &division->collective;
    int error = MPI_SUCCESS;
    if (collective->comm->rank != root) {
        weft_mpi_put(collective, &division->own, root);
        return MPI_SUCCESS;
    }
    for (int32_t rank = 0; rank < collective->comm->size; rank++) {
        const struct weft_mpi_data part = weft_mpi_part(&division->whole, rank);
        int result = MPI_SUCCESS;
        if (rank != root) {
            result = weft_mpi_get(collective, &part, rank);
        } else if (!division->in_place) {
            result = weft_mpi_copy(collective, &division->own, &part);
        }
        error = error != MPI_SUCCESS ? error : result;
    }
    return error;
}

static int scatter(struct division *division, int root)
{
    const struct weft_mpi_collective *const collective = &division->collective;
    int error = MPI_SUCCESS;
    if (collective->comm->rank != root) {
        return weft_mpi_get(collective, &division->own, root);
    }
    for (int32_t rank = 0; rank < collective->comm->size; rank++) {
        const struct weft_mpi_data part = weft_mpi_part(&division->whole, rank);
        if (rank != root) {
            weft_mpi_put(collective, &part, rank);
        } else if (!division->in_place) {
            error = weft_mpi_copy(collective, &part, &division->own);
        }
    }
    return error;
}

int PMPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct division division = {
        .collective = {.function = "MPI_Gather", .tag = WEFT_MPI_TAG_GATHER},
        .whole = {.buffer = recvbuf, .count = recvcount, .type = recvtype},
    };
    WEFT_TRY(begin(&division, sendbuf, sendcount, sendtype, root, comm));
    return gather(&division, root);
}
WEFT_MPI_NAME(Gather)

int PMPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                 const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct division division = {
        .collective = {.function = "MPI_Gatherv", .tag = WEFT_MPI_TAG_GATHER},
        .whole = {.buffer = recvbuf, .counts = recvcounts, .displacements = displs, .type = recvtype},
    };
    WEFT_TRY(begin(&division, sendbuf, sendcount, sendtype, root, comm));
    return gather(&division, root);
}
WEFT_MPI_NAME(Gatherv)

int PMPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct division division = {
        .collective = {.function = "MPI_Scatter", .tag = WEFT_MPI_TAG_SCATTER},
        .whole = {.buffer = (void *)(uintptr_t)sendbuf, .count = sendcount, .type = sendtype},
    };
    WEFT_TRY(begin(&division, recvbuf, recvcount, recvtype, root, comm));
    return scatter(&division, root);
}
WEFT_MPI_NAME(Scatter)

int PMPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct division division = {
        .collective = {.function = "MPI_Scatterv", .tag = WEFT_MPI_TAG_SCATTER},
        .whole = {(void *)(uintptr_t)sendbuf, 0, sendcounts, displs, sendtype},
    };
    WEFT_TRY(begin(&division, recvbuf, recvcount, recvtype, root, comm));
    return scatter(&division, root);
}
WEFT_MPI_NAME(Scatterv)
