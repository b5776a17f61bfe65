/* Blocking transfers with all checks of arguments, parts shared with other transfers, and messages of MPI_Send and
 * MPI_Recv that the inlined fast path does not handle (MPI 4.0, chapter 3). */
#include "annotation.h"
#include "datatype.h"
#include "hand_over.h"
#include "transfer.h"

#include "engine/at_once.h"
#include "ordinary.h"
#include "send_recv.h"

static bool is_tag(int tag, bool receives)
{
    return tag >= 0 || (receives && tag == MPI_ANY_TAG);
}

int weft_mpi_check_envelope(int rank, int tag, bool receives, struct weft_mpi_side *side)
{
    const bool any = receives && rank == MPI_ANY_SOURCE;
    side->none = rank == MPI_PROC_NULL;
    if (!is_tag(tag, receives)) {
        return weft_mpi_error(MPI_ERR_TAG, "the tag is %d", tag);
    }
    side->envelope.rank = WEFT_ANY;
    if (!any && !side->none) {
        WEFT_TRY(weft_mpi_check_rank(rank));
        side->envelope.rank = side->comm->members[rank];
    }
    side->envelope.tag = (int32_t)tag;
    side->envelope.context = side->comm->context;
    return MPI_SUCCESS;
}

int weft_mpi_check_side(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                        struct weft_mpi_side *side, const struct weft_mpi_transfer *transfer)
{
    WEFT_TRY(weft_mpi_comm(comm, transfer->function, &side->comm));
    WEFT_TRY(weft_mpi_check_data(buf, count, datatype, &side->data));
    side->envelope.length = side->data.bytes;
    return weft_mpi_check_envelope(rank, tag, transfer->receives, side);
}

void weft_mpi_start_send(struct weft_request *request, const struct weft_mpi_side *side, bool synchronous)
{
    weft_send_start(request, side->data.buffer, side->data.layout, &side->envelope, synchronous);
}

void weft_mpi_start_receive(struct weft_request *request, const struct weft_mpi_side *side)
{
    weft_receive_start(request, side->data.buffer, side->data.layout, &side->envelope);
}

void weft_mpi_fill_status(MPI_Status *status, int source, int tag, weft_length bytes)
{
    weft_mpi_set_status(status, source, tag, bytes);
}

/* For a truncated message, `total` is the number of bytes that fitted into the buffer. */
int weft_mpi_finish_receive(const struct weft_request *request, const struct weft_mpi_comm *comm, MPI_Status *status,
                            bool complains)
{
    if (weft_is_late(request)) {
        return complains ? weft_mpi_late() : WEFT_MPI_LATE;
    }
    const struct weft_envelope *const message = &request->envelope;
    const int source = (int)weft_mpi_rank_in(comm, message->rank);
    weft_mpi_fill_status(status, source, (int)message->tag, request->total);
    if (weft_is_truncated(request) && complains) {
        return weft_mpi_error(MPI_ERR_TRUNCATE,
                              "a message of " WEFT_LENGTH
                              " bytes from rank %d with tag %d, for a buffer of " WEFT_LENGTH " bytes",
                              (weft_told)message->length, source, (int)message->tag, (weft_told)request->total);
    }
    return weft_is_truncated(request) ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
}

static int never_ends(weft_length bytes)
{
    return weft_mpi_error(MPI_ERR_OTHER,
                          WEFT_LENGTH " bytes from this rank to itself, with no receive for them, would wait for ever",
                          (weft_told)bytes);
}

int weft_mpi_finish_send(struct weft_request *request)
{
    if (request->phase != WEFT_DONE && request->envelope.rank == weft_self()->rank) {
        weft_send_withdraw(request);
        return never_ends(request->envelope.length);
    }
    weft_wait(request);
    return weft_is_late(request) ? weft_mpi_late() : MPI_SUCCESS;
}

/* Contiguous data need no request here: the engine makes one only if it must. */
static int send_side(const struct weft_mpi_side *side, bool synchronous)
{
    const struct weft_envelope *const envelope = &side->envelope;
    if (weft_mpi_hand_over(envelope, &side->data)) {
        return MPI_SUCCESS;
    }
    if (!WEFT_SMALL && !side->data.layout && !synchronous) {
        const int failed =
            weft_send(side->data.buffer, envelope->rank, envelope->tag, envelope->context, envelope->length);
        return failed == 0 ? MPI_SUCCESS : never_ends(envelope->length);
    }
    struct weft_request request;
    if (!synchronous && weft_send_copy(side->data.buffer, side->data.layout, envelope)) {
        return MPI_SUCCESS;
    }
    weft_mpi_start_send(&request, side, synchronous);
    return weft_mpi_finish_send(&request);
}

static int receive_side(const struct weft_mpi_side *side, MPI_Status *status)
{
    const struct weft_envelope *const envelope = &side->envelope;
    struct weft_request request;
    if (weft_mpi_take_over(envelope, &side->data)) {
        weft_mpi_fill_status(status, (int)weft_mpi_rank_in(side->comm, envelope->rank), (int)envelope->tag,
                             envelope->length);
        return MPI_SUCCESS;
    }
    if (WEFT_SMALL || side->data.layout) {
        weft_mpi_start_receive(&request, side);
        weft_wait(&request);
    } else {
        weft_receive(&request, side->data.buffer, envelope->rank, envelope->tag, envelope->context, envelope->length);
    }
    return weft_mpi_finish_receive(&request, side->comm, status, true);
}

/* A pointer, so that programs without hints do not link their functions. */
WEFT_PER_RANK const struct weft_mpi_hinted *weft_mpi_hinted;

static int transfer_checked(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                            MPI_Status *status, const struct weft_mpi_transfer *transfer)
{
    struct weft_mpi_side side;
    WEFT_TRY(weft_mpi_check_side(buf, count, datatype, rank, tag, comm, &side, transfer));
    if (side.none) {
        weft_mpi_fill_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    return transfer->receives ? receive_side(&side, status) : send_side(&side, transfer->synchronous);
}

/* `comm` may be invalid here: hints are found by comparing handles, without dereferencing them. */
int weft_mpi_transfer(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                      MPI_Status *status, const struct weft_mpi_transfer *transfer)
{
    const bool asks = WEFT_MPI_HAS_SERVICES && weft_mpi_hinted && weft_mpi_hinted->begin(comm, rank);
    const int result = transfer_checked(buf, count, datatype, rank, tag, comm, status, transfer);
    if (asks) {
        weft_mpi_hinted->end(comm);
    }
    return result;
}

#if WEFT_LINK_OFFERS
/* Hands more than a block directly to the rank that waits for it, where the link supports that. */
static bool try_send_large(const void *buf, int count, uint32_t bytes, int dest, int tag)
{
    return weft_mpi_may_hand_over(buf, count, bytes) &&
           weft_fast_offer(buf, bytes, (uint32_t)dest, weft_label(WEFT_MPI_WORLD, (uint32_t)tag));
}

static bool try_receive_large(void *buf, int count, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    const weft_word label = weft_label(WEFT_MPI_WORLD, (uint32_t)tag);
    if (!weft_mpi_may_hand_over(buf, count, bytes) ||
        !weft_fast_accept(buf, bytes, (uint32_t)source, label, WEFT_MPI_WORLD)) {
        return false;
    }
    weft_mpi_fill_status(status, source, tag, bytes);
    return true;
}
#endif

/* Checks the remaining arguments of an ordinary message: does the rank exist, and can the buffer be one? */
static bool is_right(const void *buf, int rank)
{
    return !WEFT_SMALL && (uint32_t)rank < (uint32_t)weft_self()->size && weft_mpi_is_buffer(buf);
}

#if WEFT_LINK_HAS_SEND_LIMIT
/* Tries the rank's own window, while the common send limit is 0. */
static bool try_by_window(const void *buf, int count, uint32_t bytes, int dest, int tag)
{
    const weft_word label = weft_label(WEFT_MPI_WORLD, (uint32_t)tag);
    if (!WEFT_LIKELY((uint32_t)dest < WEFT_CORES)) {
        return false;
    }
    if (bytes <= WEFT_LINK_BLOCK) {
        return weft_mpi_are_within(count, bytes, WEFT_LINK_BLOCK) &&
               weft_mpi_try_send(buf, bytes, dest, label, WEFT_MPI_WORLD);
    }
    return weft_mpi_are_within(count, bytes, WEFT_LINK_EAGER) &&
           weft_send_several_by_window(buf, bytes, (int32_t)dest, label, WEFT_MPI_WORLD);
}
#endif

int weft_mpi_send_elements(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, uint32_t bytes)
{
    const bool is_large = WEFT_LIKELY(bytes > WEFT_LINK_EAGER);
#if WEFT_LINK_OFFERS
    /* Short messages pass both marks, too: the compiler joins their path with that of long messages at the second
     * mark. */
    WEFT_PROBE("offer", dest, tag, WEFT_MPI_WORLD, bytes);
    if (is_large && try_send_large(buf, count, bytes, dest, tag)) {
        return MPI_SUCCESS;
    }
    WEFT_PROBE_MARK("refused");
#endif
#if WEFT_LINK_HAS_SEND_LIMIT && !WEFT_MPI_SENDS_BY_WINDOW
    if (!is_large && try_by_window(buf, count, bytes, dest, tag)) {
        return MPI_SUCCESS;
    }
#endif
    if (!is_right(buf, dest) || dest == weft_self()->rank || !weft_mpi_is_count(count)) {
        return weft_mpi_send(buf, count, datatype, dest, tag, MPI_COMM_WORLD);
    }
    if (is_large) {
        weft_send_large(buf, bytes, WEFT_MPI_WORLD, (int32_t)dest, (int32_t)tag);
    } else {
        (void)weft_send(buf, (int32_t)dest, (int32_t)tag, WEFT_MPI_WORLD, bytes);
    }
    return MPI_SUCCESS;
}

#if WEFT_MPI_SENDS_BY_WINDOW
int weft_mpi_send_by_window(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, uint32_t bytes)
{
    return try_by_window(buf, count, bytes, dest, tag) ? MPI_SUCCESS
                                                       : weft_mpi_send_elements(buf, count, datatype, dest, tag, bytes);
}
#endif

/* Receives any message; the source is valid. */
static int receive_right(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    struct weft_request request;
    weft_receive(&request, buf, (int32_t)source, (int32_t)tag, WEFT_MPI_WORLD, bytes);
    if (!weft_is_truncated(&request) && status == MPI_STATUS_IGNORE) {
        return MPI_SUCCESS;
    }
    weft_mpi_call = (struct weft_mpi_call){"MPI_Recv", &weft_mpi_world};
    return weft_mpi_finish_receive(&request, &weft_mpi_world, status, true);
}

/* Receives a message of up to a block. Once credits are settled, the receive window may be open, and the fast path is
 * tried again. */
__attribute__((noinline)) static int receive_block(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    return weft_credit_settle((int32_t)source)
               ? PMPI_Recv(buf, (int)bytes, MPI_BYTE, source, tag, MPI_COMM_WORLD, status)
               : receive_right(buf, bytes, source, tag, status);
}

int weft_mpi_receive_elements(void *buf, int count, MPI_Datatype datatype, int source, int tag, uint32_t bytes,
                              MPI_Status *status)
{
#if WEFT_LINK_OFFERS
    if (bytes > WEFT_FAST_TAKES && try_receive_large(buf, count, bytes, source, tag, status)) {
        return MPI_SUCCESS;
    }
#endif
    if (!is_right(buf, source) || !weft_mpi_is_count(count)) {
        return weft_mpi_receive(buf, count, datatype, source, tag, MPI_COMM_WORLD, status);
    }
    return bytes > WEFT_LINK_BLOCK ? receive_right(buf, bytes, source, tag, status)
                                   : receive_block(buf, bytes, source, tag, status);
}
