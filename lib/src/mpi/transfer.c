/* The transfers of collective operations: blocking; small messages take the fast path. */
#include "collective.h"
#include "hand_over.h"

#include "engine/names.h"
#include "link_port.h"

static uint32_t context(const struct weft_mpi_comm *comm)
{
    return comm->context + 1;
}

/* May this message take the fast path? In communicators that the program has created, and with the large tags of
 * MPI_Comm_create_group, messages are left to the engine. */
static bool is_small(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, uint32_t longest)
{
    return !WEFT_SMALL && !data->layout && data->bytes <= longest && context(comm) < WEFT_NAME_FIRST &&
           (uint32_t)tag < WEFT_LABEL_TAGS;
}

static struct weft_envelope envelope(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data,
                                     int32_t rank)
{
    return (struct weft_envelope){comm->members[rank], tag, context(comm), data->bytes};
}

bool weft_mpi_try_put(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t rank)
{
    if (!is_small(comm, tag, data, WEFT_FAST_TAKES)) {
        return false;
    }
    if (data->bytes > WEFT_FAST_SENDS) {
        const struct weft_envelope outward = envelope(comm, tag, data, rank);
        return weft_send_several_blocks(data->buffer, &outward);
    }
    return weft_fast_send(data->buffer, (uint32_t)data->bytes, comm->members[rank],
                          weft_label(context(comm), (uint32_t)tag), context(comm));
}

#if WEFT_LINK_OFFERS && !WEFT_MAILBOX_MATCHES
static bool may_hand_over(const struct weft_envelope *envelope, const struct weft_mpi_data *data)
{
    return !data->layout && data->bytes > WEFT_LINK_BLOCK && data->bytes <= WEFT_FAST_OFFER && data->buffer &&
           envelope->rank != WEFT_ANY;
}

bool weft_mpi_hand_over(const struct weft_envelope *envelope, const struct weft_mpi_data *data)
{
    if (!may_hand_over(envelope, data)) {
        return false;
    }
    const weft_word label = weft_label_to(envelope, true);
    if (label == WEFT_LABEL_NONE || !weft_fast_offer(data->buffer, data->bytes, (uint32_t)envelope->rank, label)) {
        return false;
    }
    WEFT_SENT(envelope->rank, envelope->tag, envelope->context, data->bytes);
    return true;
}

bool weft_mpi_take_over(const struct weft_envelope *envelope, const struct weft_mpi_data *data)
{
    if (!may_hand_over(envelope, data)) {
        return false;
    }
    const weft_word label = weft_label_from(envelope);
    return label != WEFT_LABEL_NONE &&
           weft_fast_accept(data->buffer, data->bytes, (uint32_t)envelope->rank, label, envelope->context);
}
#endif

static void start_put(struct weft_request *request, const struct weft_mpi_comm *comm, int32_t tag,
                      const struct weft_mpi_data *data, int32_t rank)
{
    const struct weft_envelope outward = envelope(comm, tag, data, rank);
    weft_send_start(request, data->buffer, data->layout, &outward, false);
}

static void start_get(struct weft_request *request, const struct weft_mpi_comm *comm, int32_t tag,
                      const struct weft_mpi_data *data, int32_t rank)
{
    const struct weft_envelope inward = envelope(comm, tag, data, rank);
    weft_receive_start(request, data->buffer, data->layout, &inward);
}

void weft_mpi_put(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t rank)
{
    const struct weft_envelope outward = envelope(comm, tag, data, rank);
    if (weft_mpi_try_put(comm, tag, data, rank) || weft_mpi_hand_over(&outward, data)) {
        return;
    }
    if (!WEFT_SMALL && !data->layout) {
        weft_send(data->buffer, comm->members[rank], tag, context(comm), data->bytes);
        return;
    }
    struct weft_request request;
    start_put(&request, comm, tag, data, rank);
    weft_wait(&request);
}

/* Returns the result of a finished receive. */
static int check(const struct weft_request *request, int32_t rank)
{
    if (weft_is_late(request)) {
        return weft_mpi_late();
    }
    if (!weft_is_truncated(request)) {
        return MPI_SUCCESS;
    }
    return weft_mpi_error(MPI_ERR_TRUNCATE,
                          "rank %d sends " WEFT_LENGTH " bytes, this rank takes " WEFT_LENGTH
                          ": their arguments do not match",
                          (int)rank, (weft_told)request->envelope.length, (weft_told)request->total);
}

int weft_mpi_get(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t rank)
{
    const int32_t member = comm->members[rank];
    weft_length length;
    if (is_small(comm, tag, data, WEFT_FAST_TAKES) &&
        weft_fast_receive(data->buffer, (uint32_t)data->bytes, (uint32_t)member,
                          weft_label(context(comm), (uint32_t)tag), context(comm), (uint32_t)tag, &length)) {
        return MPI_SUCCESS;
    }
    const struct weft_envelope inward = envelope(comm, tag, data, rank);
    if (weft_mpi_take_over(&inward, data)) {
        return MPI_SUCCESS;
    }
    struct weft_request request;
    if (WEFT_SMALL || data->layout) {
        start_get(&request, comm, tag, data, rank);
        weft_wait(&request);
    } else {
        weft_receive(&request, data->buffer, member, tag, context(comm), data->bytes);
    }
    return check(&request, rank);
}

/* If the send cannot be done at once, both transfers are started before waiting for either: two ranks that swap would
 * otherwise wait for each other. */
int weft_mpi_swap(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *out, int32_t to,
                  const struct weft_mpi_data *in, int32_t from)
{
    if (weft_mpi_try_put(comm, tag, out, to)) {
        weft_link_meet(comm->members[from]);
        return weft_mpi_get(comm, tag, in, from);
    }
    struct weft_request receive;
    struct weft_request send;
    start_get(&receive, comm, tag, in, from);
    start_put(&send, comm, tag, out, to);
    weft_wait(&send);
    weft_wait(&receive);
    return check(weft_is_late(&send) ? &send : &receive, from);
}

void weft_mpi_move_data(const struct weft_mpi_data *data, weft_length offset, void *bytes, weft_length length, bool in)
{
    if (data->layout) {
        data->layout->move(data->layout, data->buffer, offset, bytes, length, in);
    } else {
        uint8_t *const at = (uint8_t *)data->buffer + offset;
        weft_copy(in ? at : bytes, in ? bytes : at, length);
    }
}

/* Copies at once if the destination is contiguous, otherwise through a small buffer. */
int weft_mpi_copy(const struct weft_mpi_data *from, const struct weft_mpi_data *to)
{
    if (from->bytes != to->bytes) {
        return weft_mpi_error(MPI_ERR_TRUNCATE, "this rank sends itself " WEFT_LENGTH " bytes and takes " WEFT_LENGTH,
                              (weft_told)from->bytes, (weft_told)to->bytes);
    }
    if (!to->layout) {
        weft_mpi_move_data(from, 0, to->buffer, from->bytes, false);
        return MPI_SUCCESS;
    }
    uint8_t bytes[128];
    for (weft_length done = 0; done < from->bytes; done += (uint32_t)sizeof bytes) {
        const weft_length left = from->bytes - done;
        const uint32_t length = left < sizeof bytes ? (uint32_t)left : (uint32_t)sizeof bytes;
        weft_mpi_move_data(from, done, bytes, length, false);
        weft_mpi_move_data(to, done, bytes, length, true);
    }
    return MPI_SUCCESS;
}
