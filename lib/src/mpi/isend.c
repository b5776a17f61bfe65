/* Non-blocking sends and receives (MPI 4.0, section 3.7), except the fast path of MPI_Isend, which is in
 * isend_wait.c. */
#include "datatype.h"
#include "ordinary.h"
#include "request.h"
#include "send_recv.h"

#include "engine/announce.h"
#include "link_port.h"

void weft_mpi_start(struct weft_mpi_request *request, const struct weft_mpi_side *side)
{
    request->active = true;
    request->cancelled = false;
    request->engine.phase = WEFT_DONE;
    if (request->kind == WEFT_MPI_RECEIVE) {
        weft_mpi_start_receive(&request->engine, side);
    } else if (request->kind == WEFT_MPI_SEND && !side->none) {
        weft_mpi_start_send(&request->engine, side, request->synchronous);
    }
}

/* Makes a request. It holds a reference to the datatype, which the program may free meanwhile. */
int weft_mpi_request_for(const struct weft_mpi_side *side, const struct weft_mpi_transfer *transfer,
                         MPI_Datatype datatype, struct weft_mpi_request **request)
{
    const enum weft_mpi_kind receives = side->none ? WEFT_MPI_FROM_NOBODY : WEFT_MPI_RECEIVE;
    WEFT_TRY(weft_mpi_request_new(side->comm, transfer->receives ? receives : WEFT_MPI_SEND, request));
    (*request)->synchronous = transfer->synchronous;
    (*request)->datatype = weft_mpi_owned(datatype);
    weft_mpi_share((*request)->datatype);
    return MPI_SUCCESS;
}

/* Sends on the fast path if the send window is open. */
static bool send_quickly(const struct weft_mpi_side *side)
{
    const struct weft_envelope *const envelope = &side->envelope;
    if (WEFT_SMALL || side->data.layout || envelope->length > WEFT_FAST_SENDS) {
        return false;
    }
    const weft_word label = weft_label_to(envelope, true);
    return label != WEFT_LABEL_NONE && weft_mpi_try_send(side->data.buffer, (uint32_t)envelope->length,
                                                         (int)envelope->rank, label, envelope->context);
}

int weft_mpi_begin(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                   MPI_Request *request, const struct weft_mpi_transfer *transfer)
{
    struct weft_mpi_side side;
    WEFT_TRY(weft_mpi_check_side(buf, count, datatype, rank, tag, comm, &side, transfer));
    WEFT_TRY(weft_mpi_check_result(request));
    if (!transfer->receives && (side.none || (!transfer->synchronous && send_quickly(&side)))) {
        *request = &weft_mpi_sent;
        return MPI_SUCCESS;
    }
    WEFT_TRY(weft_mpi_request_for(&side, transfer, datatype, request));
    weft_mpi_start(*request, &side);
    return MPI_SUCCESS;
}

/* Checks the remaining arguments of an ordinary call (ordinary.h). If they are valid, weft_mpi_check_side() is not
 * needed. */
static inline bool is_right(const void *buf, int rank, const MPI_Request *request)
{
    return request && rank < weft_self()->size && weft_mpi_is_buffer(buf);
}

#if WEFT_LINK_OFFERS && !WEFT_LINK_OFFER_WAITS
/* Hands more than a block directly to the rank that waits for it. */
static bool hand_over(const void *buf, uint32_t bytes, int dest, int tag)
{
    WEFT_PROBE("offer", dest, tag, WEFT_MPI_WORLD, bytes);
    if (bytes <= WEFT_FAST_OFFER &&
        weft_fast_offer(buf, bytes, (uint32_t)dest, weft_label(WEFT_MPI_WORLD, (uint32_t)tag))) {
        return true;
    }
    WEFT_PROBE_MARK("refused");
    return false;
}
#else
#define hand_over(buf, bytes, dest, tag) false
#endif

/* Begins a send whose arguments are valid. */
__attribute__((noinline)) static int send_right(const void *buf, const struct weft_envelope *envelope,
                                                MPI_Request *request)
{
    weft_mpi_call = (struct weft_mpi_call){"MPI_Isend", &weft_mpi_world};
    WEFT_TRY(weft_mpi_request_new(&weft_mpi_world, WEFT_MPI_SEND, request));
    weft_send_start(&(*request)->engine, buf, NULL, envelope, false);
    return MPI_SUCCESS;
}

/* The same, but if a used request can be recycled, the RTS is sent before anything else is done. */
static int announce_right(const void *buf, const struct weft_envelope *envelope, MPI_Request *request)
{
    if (!weft_mpi_unused || !weft_send_announce(envelope)) {
        return send_right(buf, envelope, request);
    }
    struct weft_mpi_request *const made = weft_mpi_request_reuse(&weft_mpi_world, WEFT_MPI_SEND);
    weft_send_announced(&made->engine, buf, envelope);
    *request = made;
    return MPI_SUCCESS;
}

/* Begins a receive whose arguments are valid. */
static int receive_right(void *buf, uint32_t bytes, int source, int tag, MPI_Request *request)
{
    if (!weft_mpi_unused) {
        weft_mpi_call = (struct weft_mpi_call){"MPI_Irecv", &weft_mpi_world};
        WEFT_TRY(weft_mpi_request_new(&weft_mpi_world, WEFT_MPI_RECEIVE, request));
    } else {
        *request = weft_mpi_request_reuse(&weft_mpi_world, WEFT_MPI_RECEIVE);
    }
    weft_receive_begin(&(*request)->engine, buf, (int32_t)source, (int32_t)tag, WEFT_MPI_WORLD, bytes);
    return MPI_SUCCESS;
}

int weft_mpi_isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Isend"};
    if (WEFT_SMALL || !weft_mpi_is_ordinary(datatype, dest, tag, comm) || !weft_mpi_is_count(count) ||
        !is_right(buf, dest, request)) {
        return weft_mpi_begin(buf, count, datatype, dest, tag, comm, request, &transfer);
    }
    const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    const struct weft_envelope envelope = {(int32_t)dest, (int32_t)tag, WEFT_MPI_WORLD, bytes};
    const bool is_sent =
        bytes > WEFT_FAST_TAKES ? hand_over(buf, bytes, dest, tag)
        : bytes <= WEFT_FAST_SENDS
            ? weft_mpi_try_send(buf, bytes, dest, weft_label(WEFT_MPI_WORLD, (uint32_t)tag), WEFT_MPI_WORLD)
            : weft_send_several_blocks(buf, &envelope) || hand_over(buf, bytes, dest, tag);
    if (!is_sent) {
        return announce_right(buf, &envelope, request);
    }
    *request = &weft_mpi_sent;
    return MPI_SUCCESS;
}

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Irecv", .receives = true};
    if (WEFT_SMALL || !weft_mpi_is_ordinary(datatype, source, tag, comm) || !weft_mpi_is_count(count) ||
        !is_right(buf, source, request)) {
        return weft_mpi_begin(buf, count, datatype, source, tag, comm, request, &transfer);
    }
    return receive_right(buf, weft_mpi_bytes((uint32_t)count, datatype), source, tag, request);
}
WEFT_MPI_NAME(Irecv)

int PMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Issend", .synchronous = true};
    return weft_mpi_begin(buf, count, datatype, dest, tag, comm, request, &transfer);
}
WEFT_MPI_NAME(Issend)

int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Irsend"};
    return weft_mpi_begin(buf, count, datatype, dest, tag, comm, request, &transfer);
}
WEFT_MPI_NAME(Irsend)

int PMPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request)
{
    return weft_mpi_receive_message("MPI_Imrecv", buf, count, datatype, message, request);
}
WEFT_MPI_NAME(Imrecv)
