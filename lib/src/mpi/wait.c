/* MPI_Wait (MPI 4.0, section 3.7.3).
 *
 * A receive that has matched no message is withdrawn from the engine if no other receive could match its message, and
 * continues as a blocking receive. Its request is deleted before the wait, so that only the status remains to be filled
 * after the message has arrived.
 */
#include "ordinary.h"
#include "request.h"
#include "send_recv.h"

#include "engine/names.h"
#include "link_port.h"

#if !WEFT_SMALL
/* Performs a withdrawn receive, in the memory of its request. */
static void receive_in_place(struct weft_request *request)
{
    const struct weft_envelope wanted = request->envelope;
    void *const buffer = request->buffer.to;
    const weft_word label = weft_label_from(&wanted);
    weft_length length;
    if (wanted.length <= WEFT_FAST_TAKES && label != WEFT_LABEL_NONE &&
        weft_fast_receive(buffer, (uint32_t)wanted.length, (uint32_t)wanted.rank, label, wanted.context,
                          (uint32_t)wanted.tag, &length)) {
        request->total = request->envelope.length = length;
    } else {
        weft_receive(request, buffer, wanted.rank, wanted.tag, wanted.context, wanted.length);
    }
}
#endif

bool weft_mpi_await(struct weft_mpi_request *request)
{
#if !WEFT_SMALL
    const enum weft_phase phase = request ? request->engine.phase : WEFT_DONE;
    if (phase == WEFT_RECEIVE_MATCH && weft_receive_reclaim(&request->engine)) {
        receive_in_place(&request->engine);
    } else if (phase != WEFT_DONE) {
        weft_waited(&request->engine);
    }
#endif
    const uint64_t since = weft_wait_begins();
    while (!weft_mpi_is_complete(request)) {
        if (!weft_rest_in_time(&request->engine, since)) {
            return false;
        }
    }
    return true;
}

/* Waits for any request, after checking its handle. */
__attribute__((noinline)) static int wait_any(MPI_Request *handle, MPI_Status *status)
{
    WEFT_TRY(weft_mpi_check_request("MPI_Wait", handle));
    const uint64_t since = weft_wait_begins();
    while (!weft_mpi_is_complete(*handle)) {
        if (!weft_rest_in_time(&(*handle)->engine, since)) {
            return weft_mpi_late();
        }
    }
    return weft_mpi_complete(handle, status, true);
}

#if WEFT_SMALL
int weft_mpi_wait(MPI_Request *handle, MPI_Status *status)
{
    return wait_any(handle, status);
}
#else
/* Receives on the slow path, as MPI_Recv does. */
__attribute__((noinline)) static int receive_any(void *buffer, weft_length room, int32_t rank, uint32_t context,
                                                 int32_t tag, int source, MPI_Status *status,
                                                 struct weft_mpi_comm *comm)
{
    struct weft_request request;
    weft_receive(&request, buffer, rank, tag, context, room);
    if (!weft_is_truncated(&request)) {
        weft_mpi_set_status(status, source, (int)request.envelope.tag, request.total);
        return MPI_SUCCESS;
    }
    weft_mpi_call = (struct weft_mpi_call){"MPI_Wait", comm};
    return weft_mpi_finish_receive(&request, comm, status, true);
}

#if WEFT_LINK_OFFERS
/* Receives more than a block if its sender hands it over directly. */
static bool take_over(void *buffer, weft_length room, int32_t rank, weft_word label, uint32_t context)
{
    return room > WEFT_FAST_TAKES && room <= WEFT_FAST_OFFER && label != WEFT_LABEL_NONE &&
           weft_fast_accept(buffer, (uint32_t)room, (uint32_t)rank, label, context);
}
#else
#define take_over(buffer, room, rank, label, context) false
#endif

/* Receives a message with this label, or without one (WEFT_LABEL_NONE). */
static inline int receive_labelled(void *buffer, weft_length room, int32_t rank, uint32_t context, int32_t tag,
                                   int source, MPI_Status *status, struct weft_mpi_comm *comm, weft_word label)
{
    weft_length length = room;
    if ((label != WEFT_LABEL_NONE && room <= WEFT_FAST_TAKES &&
         weft_fast_receive(buffer, (uint32_t)room, (uint32_t)rank, label, context, (uint32_t)tag, &length)) ||
        take_over(buffer, room, rank, label, context)) {
        weft_mpi_set_status(status, source, (int)tag, length);
        return MPI_SUCCESS;
    }
    return receive_any(buffer, room, rank, context, tag, source, status, comm);
}

/* A separate function, since it saves registers for its call of weft_label_from(). */
__attribute__((noinline)) static int receive_in_other(void *buffer, weft_length room, int32_t rank, uint32_t context,
                                                      int32_t tag, int source, MPI_Status *status,
                                                      struct weft_mpi_comm *comm)
{
    const weft_word label = weft_label_from(&(struct weft_envelope){rank, tag, context, room});
    return receive_labelled(buffer, room, rank, context, tag, source, status, comm, label);
}

/* The arguments are in the same registers as those of receive_any(). */
__attribute__((noinline)) static int receive(void *buffer, weft_length room, int32_t rank, uint32_t context,
                                             int32_t tag, int source, MPI_Status *status, struct weft_mpi_comm *comm)
{
    if (WEFT_NAMES > 0 && !WEFT_LIKELY(context < WEFT_NAME_FIRST)) {
        return receive_in_other(buffer, room, rank, context, tag, source, status, comm);
    }
    const weft_word label = weft_can_be_named(tag, context) ? weft_label(context, (uint32_t)tag) : WEFT_LABEL_NONE;
    return receive_labelled(buffer, room, rank, context, tag, source, status, comm, label);
}

/* Withdraws a receive if it matches no other message and its communicator has another reference, so that the request
 * can be deleted before the wait. */
static inline bool is_alone(struct weft_mpi_request *request)
{
    return request->kind == WEFT_MPI_RECEIVE && request->comm->object.owners > 1 &&
           weft_receive_reclaim(&request->engine);
}

__attribute__((noinline)) static int wait_receive(MPI_Request *handle, MPI_Status *status)
{
    struct weft_mpi_request *const request = *handle;
    if (!is_alone(request)) {
        return wait_any(handle, status);
    }
    struct weft_mpi_comm *const comm = request->comm;
    void *const buffer = request->engine.buffer.to;
    const struct weft_envelope wanted = request->engine.envelope;
    const int source = (int)weft_mpi_rank_in(comm, wanted.rank);
    weft_mpi_end(handle);
    return receive(buffer, wanted.length, wanted.rank, wanted.context, wanted.tag, source, status, comm);
}

/* Waits for a request whose message is matched or announced by an RTS. */
__attribute__((noinline)) static int wait_matched(MPI_Request *handle, MPI_Status *status)
{
    weft_waited(&(*handle)->engine);
    return wait_any(handle, status);
}

int weft_mpi_wait(MPI_Request *handle, MPI_Status *status)
{
    const struct weft_mpi_request *const request = handle ? *handle : NULL;
    if (!request || !weft_mpi_is_request(request) || request->engine.phase == WEFT_DONE) {
        return wait_any(handle, status);
    }
    return request->engine.phase == WEFT_RECEIVE_MATCH ? wait_receive(handle, status) : wait_matched(handle, status);
}
#endif
