/* Non-blocking sends and receives (MPI 4.0, section 3.7). */
#include "datatype.h"
#include "ordinary.h"
#include "request.h"

#include "link_port.h"

WEFT_MPI_OUTLIVES

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

/* The datatype may be freed while the request uses it. */
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

/* Through the quick way, if it is open. */
static bool send_quickly(const struct weft_mpi_side *side)
{
    const struct weft_envelope *const envelope = &side->envelope;
    return !WEFT_SMALL && !side->data.layout && envelope->context < WEFT_LABEL_CONTEXTS &&
           (uint32_t)envelope->tag < WEFT_LABEL_TAGS && envelope->length <= WEFT_FAST_SENDS &&
           weft_mpi_try_send(side->data.buffer, (uint32_t)envelope->length, (int)envelope->rank,
                             weft_label(envelope->context, (uint32_t)envelope->tag));
}

int weft_mpi_begin(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                   MPI_Request *request, const struct weft_mpi_transfer *transfer)
{
    struct weft_mpi_side side;
    WEFT_TRY(weft_mpi_check_side(buf, count, datatype, rank, tag, comm, &side, transfer));
    if (!transfer->receives && (side.none || (!transfer->synchronous && send_quickly(&side)))) {
        *request = &weft_mpi_sent;
        return MPI_SUCCESS;
    }
    WEFT_TRY(weft_mpi_request_for(&side, transfer, datatype, request));
    weft_mpi_start(*request, &side);
    return MPI_SUCCESS;
}

/* Are the rest of ordinary arguments right, too? Then weft_mpi_check_side() need not be asked. */
static inline bool is_right(const void *buf, int rank, const MPI_Request *request)
{
    return request && rank < weft_self()->size && weft_mpi_is_buffer(buf);
}

/* Begins a transfer whose arguments are right. */
__attribute__((noinline)) static int begin_ordinary(const void *buf, uint32_t bytes, MPI_Datatype datatype, int rank,
                                                    int tag, MPI_Request *request,
                                                    const struct weft_mpi_transfer *transfer)
{
    const struct weft_mpi_side side = {
        .comm = &weft_mpi_world,
        .data = {.buffer = (void *)(uintptr_t)buf, .bytes = bytes},
        .envelope = {(int32_t)rank, (int32_t)tag, WEFT_MPI_WORLD, bytes},
    };
    weft_mpi_call = (struct weft_mpi_call){transfer->function, &weft_mpi_world};
    WEFT_TRY(weft_mpi_request_for(&side, transfer, datatype, request));
    weft_mpi_start(*request, &side);
    return MPI_SUCCESS;
}

int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Isend"};
    if (!WEFT_SMALL && weft_mpi_is_ordinary(datatype, dest, tag, comm) && weft_mpi_is_count(count)) {
        const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
        if (request && bytes <= WEFT_FAST_SENDS &&
            weft_mpi_try_send(buf, bytes, dest, weft_label(WEFT_MPI_WORLD, (uint32_t)tag))) {
            *request = &weft_mpi_sent;
            return MPI_SUCCESS;
        }
        if (is_right(buf, dest, request)) {
            return begin_ordinary(buf, bytes, datatype, dest, tag, request, &transfer);
        }
    }
    return weft_mpi_begin(buf, count, datatype, dest, tag, comm, request, &transfer);
}
WEFT_MPI_NAME(Isend)

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Irecv", .receives = true};
    if (!WEFT_SMALL && weft_mpi_is_ordinary(datatype, source, tag, comm) && weft_mpi_is_count(count) &&
        is_right(buf, source, request)) {
        const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
        return begin_ordinary(buf, bytes, datatype, source, tag, request, &transfer);
    }
    return weft_mpi_begin(buf, count, datatype, source, tag, comm, request, &transfer);
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
