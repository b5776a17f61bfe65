/* MPI_Send, MPI_Recv, MPI_Sendrecv: checks, then the engine (MPI 4.0, chapter 3). */
#include "mpi_internal.h"

/* One side of a transfer, checked. */
struct side {
    struct weft_envelope envelope;
    bool none; /* to or from MPI_PROC_NULL */
};

/* What a caller passes for one side. */
struct arguments {
    const char *function;
    const void *buf;
    int count;
    MPI_Datatype datatype;
    int rank;
    int tag;
    MPI_Comm comm;
    bool receives; /* wildcards are allowed */
};

/* Tells what is wrong, in the order in which the standard lists the arguments. */
__attribute__((noinline, cold)) static int complain(const struct arguments *given, const struct weft_mpi_group *group)
{
    const int error = weft_mpi_check_buffer(given->comm, given->function, given->buf, given->count, given->datatype);
    if (error != MPI_SUCCESS) {
        return error;
    }
    if (given->tag < 0 && !(given->receives && given->tag == MPI_ANY_TAG)) {
        return weft_mpi_error(given->comm, MPI_ERR_TAG, "%s: the tag is %d", given->function, given->tag);
    }
    return weft_mpi_check_rank(given->comm, given->function, group, given->rank);
}

/* Checks one side. Everything right is one straight line: it stands before every large message. */
static int check_side(const struct arguments *given, struct side *side)
{
    struct weft_mpi_group group;
    const int error = weft_mpi_group(given->comm, given->function, &group);
    if (error != MPI_SUCCESS) {
        return error;
    }
    const uint64_t bytes = (uint64_t)(uint32_t)given->count * weft_mpi_size(given->datatype);
    const bool any = given->receives && given->rank == MPI_ANY_SOURCE;
    const bool right = (given->count == 0 || weft_mpi_is_buffer(given->buf)) && given->count >= 0 &&
                       weft_mpi_is_datatype(given->datatype) && bytes <= INT32_MAX &&
                       (given->tag >= 0 || (given->receives && given->tag == MPI_ANY_TAG)) &&
                       ((uint32_t)given->rank < (uint32_t)group.size || given->rank == MPI_PROC_NULL || any);
    if (!right) {
        return complain(given, &group);
    }
    side->none = given->rank == MPI_PROC_NULL;
    side->envelope.rank = any ? WEFT_ANY : group.first + (int32_t)given->rank;
    side->envelope.tag = (int32_t)given->tag;
    side->envelope.context = group.context;
    side->envelope.length = (uint32_t)bytes;
    return MPI_SUCCESS;
}

static void fill_status(MPI_Status *status, int source, int tag, uint32_t bytes)
{
    if (status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->weft_bytes = (int)bytes;
    }
}

static int never_ends(const struct side *side, MPI_Comm comm, const char *function)
{
    return weft_mpi_error(comm, MPI_ERR_OTHER,
                          "%s: %d bytes from this rank to itself, with no receive for them, would wait for ever",
                          function, (int)side->envelope.length);
}

/* What a finished receive says to its caller. */
static int finish_receive(const struct weft_request *request, uint32_t room, MPI_Comm comm, const char *function,
                          MPI_Status *status)
{
    const struct weft_envelope *const message = &request->envelope;
    const int source = comm == MPI_COMM_SELF ? 0 : (int)message->rank;
    fill_status(status, source, (int)message->tag, request->total);
    if (request->truncated) {
        return weft_mpi_error(comm, MPI_ERR_TRUNCATE,
                              "%s: a message of %d bytes from rank %d with tag %d, for a buffer of %d bytes", function,
                              (int)message->length, source, (int)message->tag, (int)room);
    }
    return MPI_SUCCESS;
}

__attribute__((noinline)) static int send_checked(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                                                  MPI_Comm comm)
{
    const struct arguments given = {"MPI_Send", buf, count, datatype, dest, tag, comm, false};
    struct side side;
    const int error = check_side(&given, &side);
    if (error != MPI_SUCCESS || side.none) {
        return error;
    }
    const struct weft_envelope *const envelope = &side.envelope;
    const int result = weft_send(buf, envelope->rank, envelope->tag, envelope->context, envelope->length);
    return result == 0 ? MPI_SUCCESS : never_ends(&side, comm, given.function);
}

/* With the credits settled, a small message may find the short way open after all. */
__attribute__((noinline)) static int send_small(const void *buf, uint32_t bytes, int dest, int tag)
{
    if (dest < weft_self()->size && weft_credit_settle((int32_t)dest)) {
        return weft_mpi_send(buf, (int)bytes, MPI_BYTE, dest, tag, MPI_COMM_WORLD);
    }
    return send_checked(buf, (int)bytes, MPI_BYTE, dest, tag, MPI_COMM_WORLD);
}

/* A large message to another rank goes straight to the engine. */
int weft_mpi_send_bytes(const void *buf, uint32_t bytes, int dest, int tag)
{
    const struct weft_context *const self = weft_self();
    if (bytes > WEFT_LINK_BLOCK && dest < self->size && dest != self->rank && weft_mpi_is_buffer(buf)) {
        weft_send_large(buf, (int32_t)dest, (int32_t)tag, WEFT_MPI_WORLD, bytes);
        return MPI_SUCCESS;
    }
    return send_small(buf, bytes, dest, tag);
}

int weft_mpi_send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    if (!weft_mpi_is_ordinary(count, datatype, dest, tag, comm)) {
        return send_checked(buf, count, datatype, dest, tag, comm);
    }
    const uint32_t bytes = (uint32_t)count * weft_mpi_size(datatype);
    return weft_mpi_try_send(buf, bytes, dest, tag) ? MPI_SUCCESS : weft_mpi_send_bytes(buf, bytes, dest, tag);
}

__attribute__((noinline)) static int receive_checked(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                                                     MPI_Comm comm, MPI_Status *status)
{
    const struct arguments given = {"MPI_Recv", buf, count, datatype, source, tag, comm, true};
    struct side side;
    struct weft_request request;
    const int error = check_side(&given, &side);
    if (error != MPI_SUCCESS) {
        return error;
    }
    if (side.none) {
        fill_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    const struct weft_envelope *const envelope = &side.envelope;
    weft_receive(&request, buf, envelope->rank, envelope->tag, envelope->context, envelope->length);
    return finish_receive(&request, envelope->length, comm, given.function, status);
}

__attribute__((noinline)) static int receive_small(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    if (source < weft_self()->size && weft_credit_settle((int32_t)source)) {
        return weft_mpi_receive(buf, (int)bytes, MPI_BYTE, source, tag, MPI_COMM_WORLD, status);
    }
    return receive_checked(buf, (int)bytes, MPI_BYTE, source, tag, MPI_COMM_WORLD, status);
}

__attribute__((noinline)) static int receive_large(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    struct weft_request request;
    weft_receive(&request, buf, (int32_t)source, (int32_t)tag, WEFT_MPI_WORLD, bytes);
    if (request.truncated || status != MPI_STATUS_IGNORE) {
        return finish_receive(&request, bytes, MPI_COMM_WORLD, "MPI_Recv", status);
    }
    return MPI_SUCCESS;
}

int weft_mpi_receive_bytes(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    const bool large = bytes > WEFT_LINK_BLOCK && source < weft_self()->size && weft_mpi_is_buffer(buf);
    return large ? receive_large(buf, bytes, source, tag, status) : receive_small(buf, bytes, source, tag, status);
}

int weft_mpi_receive(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                     MPI_Status *status)
{
    if (!weft_mpi_is_ordinary(count, datatype, source, tag, comm)) {
        return receive_checked(buf, count, datatype, source, tag, comm, status);
    }
    const uint32_t bytes = (uint32_t)count * weft_mpi_size(datatype);
    return weft_mpi_try_receive(buf, bytes, source, tag, status)
               ? MPI_SUCCESS
               : weft_mpi_receive_bytes(buf, bytes, source, tag, status);
}

/* Both sides of MPI_Sendrecv, checked; the receive first, so that a message to oneself finds it. */
static int exchange(const void *sendbuf, const struct side *out, void *recvbuf, const struct side *in, MPI_Comm comm,
                    const char *function, MPI_Status *status)
{
    struct weft_request send = {.phase = WEFT_DONE};
    struct weft_request receive = {.phase = WEFT_DONE};
    if (!in->none) {
        weft_receive_start(&receive, recvbuf, NULL, &in->envelope);
    }
    if (!out->none) {
        weft_send_start(&send, sendbuf, NULL, &out->envelope, false);
    }
    if (send.phase != WEFT_DONE && out->envelope.rank == weft_self()->rank) {
        weft_send_withdraw(&send);
        weft_receive_withdraw(&receive);
        weft_wait(&receive);
        return never_ends(out, comm, function);
    }
    weft_wait(&send);
    weft_wait(&receive);
    if (in->none) {
        fill_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    return finish_receive(&receive, in->envelope.length, comm, function, status);
}

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    static const char function[] = "MPI_Sendrecv";
    const struct arguments sends = {function, sendbuf, sendcount, sendtype, dest, sendtag, comm, false};
    const struct arguments receives = {function, recvbuf, recvcount, recvtype, source, recvtag, comm, true};
    struct side out;
    struct side in;
    int error = check_side(&sends, &out);
    if (error == MPI_SUCCESS) {
        error = check_side(&receives, &in);
    }
    return error != MPI_SUCCESS ? error : exchange(sendbuf, &out, recvbuf, &in, comm, function, status);
}

int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count)
{
    static const char function[] = "MPI_Get_count";
    int error = weft_mpi_check_pointer(MPI_COMM_WORLD, function, status);
    if (error == MPI_SUCCESS) {
        error = weft_mpi_check_pointer(MPI_COMM_WORLD, function, count);
    }
    if (error == MPI_SUCCESS) {
        error = weft_mpi_check_buffer(MPI_COMM_WORLD, function, NULL, 0, datatype);
    }
    if (error == MPI_SUCCESS) {
        const int size = (int)weft_mpi_size(datatype);
        *count = status->weft_bytes % size == 0 ? status->weft_bytes / size : MPI_UNDEFINED;
    }
    return error;
}
