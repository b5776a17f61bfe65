/* The transfers of collective operations: blocking, small ones on the fast path. */
#include "mpi_internal.h"

#include "link/link.h"

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

/* What a finished receive says. */
static int check(const struct weft_mpi_collective *collective, const struct weft_request *request, uint32_t bytes)
{
    if (!request->truncated) {
        return MPI_SUCCESS;
    }
    return weft_mpi_error(collective->comm, MPI_ERR_TRUNCATE,
                          "%s: rank %d sends %d bytes, this rank takes %d: their arguments do not match",
                          collective->function, (int)request->envelope.rank, (int)request->envelope.length, (int)bytes);
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
    return check(collective, &request, bytes);
}

/* Where a send may wait for its receiver, both must be under way: two ranks that swap would wait for each other. */
int weft_mpi_swap(const struct weft_mpi_collective *collective, const void *out, int32_t to, void *in, int32_t from,
                  uint32_t bytes)
{
    const weft_word label = weft_label(context(collective), (uint32_t)collective->tag);
    if (bytes <= WEFT_LINK_BLOCK && weft_fast_send(out, bytes, (uint32_t)to, label)) {
        weft_link_meet((uint32_t)from);
        return weft_mpi_get(collective, in, bytes, from);
    }
    const struct weft_envelope outward = {to, collective->tag, context(collective), bytes};
    const struct weft_envelope inward = {from, collective->tag, context(collective), bytes};
    struct weft_request receive;
    struct weft_request send;
    weft_receive_start(&receive, in, NULL, &inward);
    weft_send_start(&send, out, NULL, &outward, false);
    weft_wait(&send);
    weft_wait(&receive);
    return check(collective, &receive, bytes);
}
