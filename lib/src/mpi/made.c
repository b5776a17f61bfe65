/* Blocking messages that the inlined fast path (send_recv.c) does not handle: those in communicators that the program
 * has created, and those with a tag too large for a label (MPI 4.0, section 3.2). */
#include "made.h"
#include "datatype.h"
#include "ordinary.h"
#include "send_recv.h"
#include "transfer.h"

#include "engine/at_once.h"

#include "link_port.h"

static const struct weft_mpi_transfer sends = {.function = "MPI_Send"};
static const struct weft_mpi_transfer receives = {.function = "MPI_Recv", .receives = true};

static int send_any(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return weft_mpi_transfer(buf, count, datatype, dest, tag, comm, MPI_STATUS_IGNORE, &sends);
}

static int receive_any(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                       MPI_Status *status)
{
    return weft_mpi_transfer(buf, count, datatype, source, tag, comm, status, &receives);
}

#if WEFT_SMALL
int weft_mpi_send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return send_any(buf, count, datatype, dest, tag, comm);
}

int weft_mpi_receive(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                     MPI_Status *status)
{
    return receive_any(buf, count, datatype, source, tag, comm, status);
}
#else
#if WEFT_LINK_HAS_ESCAPES
/* Can a message with these arguments be sent as an escaped block (<weft/label.h>), if its rank and communicator are
 * valid? */
static inline bool is_escaped(const void *buf, int count, MPI_Datatype datatype, int tag)
{
    const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    return tag >= (int)WEFT_LABEL_TAGS && weft_mpi_are_within(count, bytes, WEFT_ESCAPED) &&
           weft_mpi_is_datatype(datatype) && weft_mpi_is_buffer(buf);
}

/* Finds the rank of a member in MPI_COMM_WORLD, and the communicator's context. Returns false if there is no such
 * communicator or rank. */
static inline bool find_member(int rank, MPI_Comm comm, int32_t *member, uint32_t *context)
{
    const bool is_world = comm == MPI_COMM_WORLD;
    if (!is_world && !weft_mpi_is_made(comm, rank)) {
        return false;
    }
    *member = is_world ? (int32_t)rank : comm->members[rank];
    *context = is_world ? WEFT_MPI_WORLD : comm->context;
    return (uint32_t)*member < (uint32_t)weft_self()->size;
}

static int send_escaped(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    int32_t rank;
    uint32_t context;
    return find_member(dest, comm, &rank, &context) && weft_send_escaped(buf, bytes, rank, (int32_t)tag, context)
               ? MPI_SUCCESS
               : send_any(buf, count, datatype, dest, tag, comm);
}

static int receive_escaped(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                           MPI_Status *status)
{
    uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    int32_t rank;
    uint32_t context;
    if (!find_member(source, comm, &rank, &context) ||
        !weft_receive_escaped(buf, &bytes, rank, (int32_t)tag, context)) {
        return receive_any(buf, count, datatype, source, tag, comm, status);
    }
    weft_mpi_fill_status(status, source, tag, bytes);
    return MPI_SUCCESS;
}
#else
#define is_escaped(buf, count, datatype, tag) false
#define send_escaped send_any
#define receive_escaped receive_any
#endif

/* Are the arguments of a message valid, is its communicator one that the program has created, and is its tag small
 * enough for a label? */
static inline bool is_in_made(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm)
{
    return weft_mpi_is_made(comm, rank) && weft_mpi_is_datatype(datatype) && (uint32_t)tag < WEFT_LABEL_TAGS &&
           weft_mpi_is_buffer(buf) && weft_mpi_is_count(count);
}

#if WEFT_LINK_OFFERS
#define may_hand_over weft_mpi_may_hand_over
#else
#define may_hand_over(buf, count, bytes) ((void)(buf), (void)(count), false)
#define weft_fast_offer(buf, bytes, rank, label) false
#define weft_fast_accept(buf, bytes, rank, label, context) false
#endif

/* Sends a message of more than a block at once, or hands it over; first sends the name of the context if the receiver
 * does not know it. Messages of up to a block are left to the engine, which sends the name as well. */
static inline bool try_send_long(const void *buf, int count, uint32_t bytes, int32_t rank, int tag, MPI_Comm comm)
{
    const weft_word label = bytes > WEFT_LINK_BLOCK
                                ? weft_label_to(&(struct weft_envelope){rank, (int32_t)tag, comm->context, bytes}, true)
                                : WEFT_LABEL_NONE;
    if (label == WEFT_LABEL_NONE) {
        return false;
    }
    return bytes <= WEFT_FAST_SENDS
               ? weft_fast_send(buf, bytes, (uint32_t)rank, label, comm->context)
               : may_hand_over(buf, count, bytes) && weft_fast_offer(buf, bytes, (uint32_t)rank, label);
}

/* Sends any message in a communicator other than MPI_COMM_WORLD. */
static int send_in_other(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    if (!is_in_made(buf, count, datatype, dest, tag, comm) || comm->members[dest] == weft_self()->rank) {
        return send_any(buf, count, datatype, dest, tag, comm);
    }
    const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    const int32_t rank = comm->members[dest];
    weft_mpi_find_name(comm);
    if (!try_send_long(buf, count, bytes, rank, tag, comm)) {
        (void)weft_send(buf, rank, (int32_t)tag, comm->context, bytes);
    }
    return MPI_SUCCESS;
}

/* Sends any message that cannot take the fast path. */
__attribute__((noinline)) static int send_otherwise(const void *buf, int count, MPI_Datatype datatype, int dest,
                                                    int tag, MPI_Comm comm)
{
    if (is_escaped(buf, count, datatype, tag)) {
        return send_escaped(buf, count, datatype, dest, tag, comm);
    }
    return comm == MPI_COMM_WORLD ? send_any(buf, count, datatype, dest, tag, comm)
                                  : send_in_other(buf, count, datatype, dest, tag, comm);
}

/* Sends several blocks in a communicator that the program has created. */
__attribute__((noinline)) static int send_several(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                                                  MPI_Comm comm)
{
    const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    const int32_t rank = comm->members[dest];
    weft_word label;
    return weft_mpi_find_label_to(comm, rank, tag, &label) &&
                   weft_send_at_once(buf, (uint32_t)count, bytes, rank, label, comm->context)
               ? MPI_SUCCESS
               : send_otherwise(buf, count, datatype, dest, tag, comm);
}

/* The fast path of communicators that the program has created. */
int weft_mpi_send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    if (comm == MPI_COMM_WORLD || !is_in_made(buf, count, datatype, dest, tag, comm)) {
        return send_otherwise(buf, count, datatype, dest, tag, comm);
    }
    const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    if (WEFT_LINK_EAGER > WEFT_LINK_BLOCK && bytes > WEFT_FAST_SENDS) {
        return send_several(buf, count, datatype, dest, tag, comm);
    }
    const int32_t rank = comm->members[dest];
    weft_word label;
    return bytes <= WEFT_FAST_SENDS && weft_mpi_find_label_to(comm, rank, tag, &label) &&
                   weft_fast_send(buf, bytes, (uint32_t)rank, label, comm->context)
               ? MPI_SUCCESS
               : send_otherwise(buf, count, datatype, dest, tag, comm);
}

/* Receives a message that its sender hands over directly. */
static inline bool try_accept(void *buf, int count, uint32_t bytes, int32_t rank, int tag, struct weft_mpi_comm *comm)
{
    weft_word label;
    return may_hand_over(buf, count, bytes) && bytes > WEFT_FAST_TAKES &&
           weft_mpi_find_label_from(comm, rank, tag, &label) &&
           weft_fast_accept(buf, bytes, (uint32_t)rank, label, comm->context);
}

/* Receives any message in a communicator that the program has created; the source is valid. */
static int receive_in_made(void *buf, uint32_t bytes, int source, int tag, struct weft_mpi_comm *comm,
                           MPI_Status *status)
{
    struct weft_request request;
    weft_receive(&request, buf, comm->members[source], (int32_t)tag, comm->context, bytes);
    if (!weft_is_truncated(&request)) {
        weft_mpi_set_status(status, source, tag, request.total);
        return MPI_SUCCESS;
    }
    weft_mpi_call = (struct weft_mpi_call){receives.function, comm};
    return weft_mpi_finish_receive(&request, comm, status, true);
}

/* Receives any message in a communicator other than MPI_COMM_WORLD. Once credits are settled, the receive window may be
 * open, and the fast path is tried again. */
static int receive_in_other(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                            MPI_Status *status)
{
    if (!is_in_made(buf, count, datatype, source, tag, comm)) {
        return receive_any(buf, count, datatype, source, tag, comm, status);
    }
    const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    const int32_t rank = comm->members[source];
    weft_mpi_find_name(comm);
    if (try_accept(buf, count, bytes, rank, tag, comm)) {
        weft_mpi_set_status(status, source, tag, bytes);
        return MPI_SUCCESS;
    }
    return bytes <= WEFT_LINK_BLOCK && weft_credit_settle(rank)
               ? weft_mpi_receive(buf, count, datatype, source, tag, comm, status)
               : receive_in_made(buf, bytes, source, tag, comm, status);
}

/* Receives any message that the fast path does not receive. */
__attribute__((noinline)) static int receive_otherwise(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                                                       MPI_Comm comm, MPI_Status *status)
{
    if (is_escaped(buf, count, datatype, tag)) {
        return receive_escaped(buf, count, datatype, source, tag, comm, status);
    }
    return comm == MPI_COMM_WORLD ? receive_any(buf, count, datatype, source, tag, comm, status)
                                  : receive_in_other(buf, count, datatype, source, tag, comm, status);
}

int weft_mpi_receive(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                     MPI_Status *status)
{
    if (comm == MPI_COMM_WORLD || !is_in_made(buf, count, datatype, source, tag, comm)) {
        return receive_otherwise(buf, count, datatype, source, tag, comm, status);
    }
    const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    const int32_t rank = comm->members[source];
    weft_word label;
    weft_length length;
    if (bytes > WEFT_FAST_TAKES || !weft_mpi_find_label_from(comm, rank, tag, &label) ||
        !weft_fast_receive(buf, bytes, (uint32_t)rank, label, comm->context, (uint32_t)tag, &length)) {
        return receive_otherwise(buf, count, datatype, source, tag, comm, status);
    }
    weft_mpi_set_status(status, source, tag, length);
    return MPI_SUCCESS;
}
#endif
