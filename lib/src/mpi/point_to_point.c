/* MPI_Send, MPI_Recv: the quick way, then the checked one (MPI 4.0, chapter 3). */
#include "datatype.h"
#include "transfer.h"

static bool is_tag(int tag, bool receives)
{
    return tag >= 0 || (receives && tag == MPI_ANY_TAG);
}

int weft_mpi_check_envelope(const struct weft_mpi_arguments *given, struct weft_mpi_side *side)
{
    WEFT_TRY(weft_mpi_comm(given->comm, given->function, &side->comm));
    const bool any = given->receives && given->rank == MPI_ANY_SOURCE;
    side->none = given->rank == MPI_PROC_NULL;
    if (!is_tag(given->tag, given->receives)) {
        return weft_mpi_error(side->comm, MPI_ERR_TAG, "%s: the tag is %d", given->function, given->tag);
    }
    if (!any && !side->none) {
        WEFT_TRY(weft_mpi_check_rank(side->comm, given->function, given->rank));
    }
    side->envelope.rank = any || side->none ? WEFT_ANY : side->comm->members[given->rank];
    side->envelope.tag = (int32_t)given->tag;
    side->envelope.context = side->comm->context;
    return MPI_SUCCESS;
}

int weft_mpi_check_side(const struct weft_mpi_arguments *given, struct weft_mpi_side *side)
{
    WEFT_TRY(weft_mpi_comm(given->comm, given->function, &side->comm));
    WEFT_TRY(weft_mpi_check_data(side->comm, given->function, given->buf, given->count, given->datatype, &side->data));
    side->envelope.length = side->data.bytes;
    return weft_mpi_check_envelope(given, side);
}

void weft_mpi_start_send(struct weft_request *request, const struct weft_mpi_side *side, bool synchronous)
{
    weft_send_start(request, side->data.buffer, side->data.layout, &side->envelope, synchronous);
}

void weft_mpi_start_receive(struct weft_request *request, const struct weft_mpi_side *side)
{
    weft_receive_start(request, side->data.buffer, side->data.layout, &side->envelope);
}

void weft_mpi_fill_status(MPI_Status *status, int source, int tag, uint32_t bytes)
{
    if (status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->weft_bytes = (int)bytes;
    }
}

int weft_mpi_finish_receive(const struct weft_request *request, const struct weft_mpi_comm *comm, uint32_t room,
                            const char *function, MPI_Status *status)
{
    const struct weft_envelope *const message = &request->envelope;
    const int source = (int)weft_mpi_rank_in(comm, message->rank);
    weft_mpi_fill_status(status, source, (int)message->tag, request->total);
    if (request->truncated) {
        return weft_mpi_error(comm, MPI_ERR_TRUNCATE,
                              "%s: a message of %d bytes from rank %d with tag %d, for a buffer of %d bytes", function,
                              (int)message->length, source, (int)message->tag, (int)room);
    }
    return MPI_SUCCESS;
}

static int never_ends(const struct weft_mpi_comm *comm, const char *function, uint32_t bytes)
{
    return weft_mpi_error(comm, MPI_ERR_OTHER,
                          "%s: %d bytes from this rank to itself, with no receive for them, would wait for ever",
                          function, (int)bytes);
}

int weft_mpi_finish_send(struct weft_request *request, const struct weft_mpi_comm *comm, const char *function)
{
    if (request->phase != WEFT_DONE && request->envelope.rank == weft_self()->rank) {
        weft_send_withdraw(request);
        return never_ends(comm, function, request->envelope.length);
    }
    weft_wait(request);
    return MPI_SUCCESS;
}

/* What is in one piece need not be a request before the engine says so. */
__attribute__((noinline)) static int send_checked(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                                                  MPI_Comm comm)
{
    const struct weft_mpi_arguments given = {"MPI_Send", buf, count, datatype, dest, tag, comm, false};
    struct weft_mpi_side side;
    WEFT_TRY(weft_mpi_check_side(&given, &side));
    if (side.none) {
        return MPI_SUCCESS;
    }
    const struct weft_envelope *const envelope = &side.envelope;
    if (!WEFT_SMALL && !side.data.layout) {
        const int failed = weft_send(buf, envelope->rank, envelope->tag, envelope->context, envelope->length);
        return failed == 0 ? MPI_SUCCESS : never_ends(side.comm, given.function, envelope->length);
    }
    struct weft_request request;
    weft_mpi_start_send(&request, &side, false);
    return weft_mpi_finish_send(&request, side.comm, given.function);
}

/* With the credits settled, a small message may find the short way open after all. */
__attribute__((noinline)) static int send_small(const void *buf, uint32_t bytes, int dest, int tag)
{
    if (!WEFT_SMALL && dest < weft_self()->size && weft_credit_settle((int32_t)dest)) {
        return weft_mpi_send(buf, (int)bytes, MPI_BYTE, dest, tag, MPI_COMM_WORLD);
    }
    return send_checked(buf, (int)bytes, MPI_BYTE, dest, tag, MPI_COMM_WORLD);
}

/* A large message to another rank goes straight to the engine. */
int weft_mpi_send_bytes(const void *buf, uint32_t bytes, uint32_t context, int dest, int tag)
{
    const struct weft_context *const self = weft_self();
    if (weft_mpi_try_send_large(buf, bytes, dest, tag)) {
        return MPI_SUCCESS;
    }
    if (!WEFT_SMALL && bytes > WEFT_LINK_BLOCK && dest < self->size && dest != self->rank && weft_mpi_is_buffer(buf)) {
        weft_send_large(buf, (int32_t)dest, (int32_t)tag, context, bytes);
        return MPI_SUCCESS;
    }
    return send_small(buf, bytes, dest, tag);
}

int weft_mpi_send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    if (WEFT_SMALL || !weft_mpi_is_ordinary(count, datatype, dest, tag, comm)) {
        return send_checked(buf, count, datatype, dest, tag, comm);
    }
    const uint32_t bytes = (uint32_t)count * weft_mpi_size(datatype);
    return weft_mpi_try_send(buf, bytes, dest, tag) ? MPI_SUCCESS
                                                    : weft_mpi_send_bytes(buf, bytes, WEFT_MPI_WORLD, dest, tag);
}

__attribute__((noinline)) static int receive_checked(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                                                     MPI_Comm comm, MPI_Status *status)
{
    const struct weft_mpi_arguments given = {"MPI_Recv", buf, count, datatype, source, tag, comm, true};
    struct weft_mpi_side side;
    struct weft_request request;
    WEFT_TRY(weft_mpi_check_side(&given, &side));
    if (side.none) {
        weft_mpi_fill_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    const struct weft_envelope *const envelope = &side.envelope;
    if (WEFT_SMALL || side.data.layout) {
        weft_mpi_start_receive(&request, &side);
        weft_wait(&request);
    } else {
        weft_receive(&request, buf, envelope->rank, envelope->tag, envelope->context, envelope->length);
    }
    return weft_mpi_finish_receive(&request, side.comm, envelope->length, given.function, status);
}

/* With the credits settled, the short way may be open after all. */
__attribute__((noinline)) static int receive_small(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    if (!WEFT_SMALL && source < weft_self()->size && weft_credit_settle((int32_t)source)) {
        return weft_mpi_receive(buf, (int)bytes, MPI_BYTE, source, tag, MPI_COMM_WORLD, status);
    }
    return receive_checked(buf, (int)bytes, MPI_BYTE, source, tag, MPI_COMM_WORLD, status);
}

static int receive_large(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    struct weft_request request;
    weft_receive(&request, buf, (int32_t)source, (int32_t)tag, WEFT_MPI_WORLD, bytes);
    if (request.truncated || status != MPI_STATUS_IGNORE) {
        return weft_mpi_finish_receive(&request, &weft_mpi_world, bytes, "MPI_Recv", status);
    }
    return MPI_SUCCESS;
}

int weft_mpi_receive_bytes(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    if (weft_mpi_try_receive_large(buf, bytes, source, tag, status)) {
        return MPI_SUCCESS;
    }
    const bool large = !WEFT_SMALL && bytes > WEFT_LINK_BLOCK && source < weft_self()->size && weft_mpi_is_buffer(buf);
    return large ? receive_large(buf, bytes, source, tag, status) : receive_small(buf, bytes, source, tag, status);
}

int weft_mpi_receive(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                     MPI_Status *status)
{
    if (WEFT_SMALL || !weft_mpi_is_ordinary(count, datatype, source, tag, comm)) {
        return receive_checked(buf, count, datatype, source, tag, comm, status);
    }
    const uint32_t bytes = (uint32_t)count * weft_mpi_size(datatype);
    return weft_mpi_try_receive(buf, bytes, source, tag, status)
               ? MPI_SUCCESS
               : weft_mpi_receive_bytes(buf, bytes, source, tag, status);
}
