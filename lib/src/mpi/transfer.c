/* The transfers of collective operations: blocking, small ones on the fast path. */
#include "mpi_internal.h"

static uint32_t context(const struct weft_mpi_collective *collective)
{
    return collective->group.context + 1;
}

void weft_mpi_put(const struct weft_mpi_collective *collective, const void *data, uint32_t bytes, int32_t rank)
{
    const weft_word label = weft_label(context(collective), (uint32_t)collective->tag);
    if (bytes <= WEFT_LINK_BLOCK && weft_fast_send(data, bytes, (uint32_t)rank, label)) {
        return;
    }
    weft_send(data, rank, collective->tag, context(collective), bytes);
}

int weft_mpi_get(const struct weft_mpi_collective *collective, void *data, uint32_t bytes, int32_t rank)
{
    const uint32_t tag = (uint32_t)collective->tag;
    uint32_t length;
    if (bytes <= WEFT_LINK_BLOCK && weft_fast_receive(data, bytes, (uint32_t)rank, context(collective), tag, &length)) {
        return MPI_SUCCESS;
    }
    struct weft_request request;
    weft_receive(&request, data, rank, collective->tag, context(collective), bytes);
    if (request.truncated) {
        return weft_mpi_error(collective->comm, MPI_ERR_TRUNCATE,
                              "%s: rank %d sends %d bytes, this rank takes %d: their arguments do not match",
                              collective->function, (int)rank, (int)request.envelope.length, (int)bytes);
    }
    return MPI_SUCCESS;
}
