/* MPI_Gather and MPI_Scatter: the root takes from, or gives to, one rank after the other; there is no heap for a tree.
 */
#include "mpi_internal.h"

#include "copy.h"

/* The arguments of either, named by who has the whole: at the root `whole` holds a part for every rank. */
struct parts {
    struct weft_mpi_collective collective;
    int32_t root;
    uint32_t bytes; /* of this rank's own part */
};

static int begin(struct parts *parts, const void *part, int count, MPI_Datatype type, const void *whole,
                 int whole_count, MPI_Datatype whole_type)
{
    struct weft_mpi_collective *const collective = &parts->collective;
    int error = weft_mpi_group(collective->comm, collective->function, &collective->group);
    if (error == MPI_SUCCESS) {
        error = weft_mpi_check_root(collective->comm, collective->function, &collective->group, (int)parts->root);
    }
    if (error != MPI_SUCCESS) {
        return error;
    }
    const bool is_root = collective->group.rank == parts->root;
    const bool in_place = is_root && part == MPI_IN_PLACE;
    if (!in_place) {
        error = weft_mpi_check_buffer(collective->comm, collective->function, part, count, type);
    }
    if (error == MPI_SUCCESS && is_root) {
        error = weft_mpi_check_buffer(collective->comm, collective->function, whole, whole_count, whole_type);
    }
    if (error == MPI_SUCCESS) {
        parts->bytes =
            is_root ? (uint32_t)whole_count * weft_mpi_size(whole_type) : (uint32_t)count * weft_mpi_size(type);
    }
    if (error == MPI_SUCCESS && is_root && !in_place && (uint32_t)count * weft_mpi_size(type) != parts->bytes) {
        return weft_mpi_error(collective->comm, MPI_ERR_TRUNCATE,
                              "%s: the root's own part has %d bytes on one side and %d on the other",
                              collective->function, count * (int)weft_mpi_size(type), (int)parts->bytes);
    }
    return error;
}

int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
               MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct parts parts = {
        .collective = {.comm = comm, .function = "MPI_Gather", .tag = WEFT_MPI_TAG_GATHER},
        .root = (int32_t)root,
    };
    int error = begin(&parts, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    if (error != MPI_SUCCESS) {
        return error;
    }
    if (parts.collective.group.rank != parts.root) {
        weft_mpi_put(&parts.collective, sendbuf, parts.bytes, parts.root);
        return MPI_SUCCESS;
    }
    uint8_t *to = recvbuf;
    for (int32_t rank = 0; rank < parts.collective.group.size; rank++, to += parts.bytes) {
        if (rank != parts.root) {
            const int result = weft_mpi_get(&parts.collective, to, parts.bytes, rank);
            error = error != MPI_SUCCESS ? error : result;
        } else if (sendbuf != MPI_IN_PLACE) {
            weft_copy(to, sendbuf, parts.bytes);
        }
    }
    return error;
}

int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct parts parts = {
        .collective = {.comm = comm, .function = "MPI_Scatter", .tag = WEFT_MPI_TAG_SCATTER},
        .root = (int32_t)root,
    };
    const int error = begin(&parts, recvbuf, recvcount, recvtype, sendbuf, sendcount, sendtype);
    if (error != MPI_SUCCESS) {
        return error;
    }
    if (parts.collective.group.rank != parts.root) {
        return weft_mpi_get(&parts.collective, recvbuf, parts.bytes, parts.root);
    }
    const uint8_t *from = sendbuf;
    for (int32_t rank = 0; rank < parts.collective.group.size; rank++, from += parts.bytes) {
        if (rank != parts.root) {
            weft_mpi_put(&parts.collective, from, parts.bytes, rank);
        } else if (recvbuf != MPI_IN_PLACE) {
            weft_copy(recvbuf, from, parts.bytes);
        }
    }
    return MPI_SUCCESS;
}
