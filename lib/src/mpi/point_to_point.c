/* MPI_Send, MPI_Recv, MPI_Sendrecv: checks, then the engine (MPI 4.0, chapter 3). */
#include "mpi_internal.h"

/* One side of a transfer, checked. */
struct side {
    struct weft_envelope envelope;
    bool none; /* to or from MPI_PROC_NULL */
};

static int check_tag(MPI_Comm comm, const char *function, int tag, bool may_be_any)
{
    if (tag < 0 && !(may_be_any && tag == MPI_ANY_TAG)) {
        return weft_mpi_error(comm, function, MPI_ERR_TAG, "%s: the tag is %d", function, tag);
    }
    return MPI_SUCCESS;
}

/* Checks the arguments of one side; `wild`: wildcards are allowed. */
static int check_side(MPI_Comm comm, const char *function, const void *buf, int count, MPI_Datatype datatype, int rank,
                      int tag, bool wild, struct side *side)
{
    struct weft_mpi_group group;
    int error = weft_mpi_group(comm, function, &group);
    if (error == MPI_SUCCESS) {
        error = weft_mpi_check_buffer(comm, function, buf, count, datatype);
    }
    if (error == MPI_SUCCESS) {
        error = check_tag(comm, function, tag, wild);
    }
    side->none = rank == MPI_PROC_NULL;
    const bool any = wild && rank == MPI_ANY_SOURCE;
    if (error == MPI_SUCCESS && !side->none && !any) {
        error = weft_mpi_check_rank(comm, function, &group, rank);
    }
    if (error == MPI_SUCCESS) {
        const int32_t world = any ? WEFT_ANY : group.first + (int32_t)rank;
        side->envelope =
            (struct weft_envelope){world, (int32_t)tag, group.context, (uint32_t)count * weft_mpi_size(datatype)};
    }
    return error;
}

static void fill_status(MPI_Status *status, int source, int tag, uint32_t bytes)
{
    if (status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->weft_bytes = (int)bytes;
    }
}

/* Starts a send and tells of one that could never end. */
static int start_send(struct weft_request *request, const void *buf, const struct side *side, MPI_Comm comm,
                      const char *function)
{
    if (!weft_send_start(request, buf, &side->envelope)) {
        return weft_mpi_error(comm, function, MPI_ERR_OTHER,
                              "%s: %d bytes from this rank to itself, with no receive for them, would wait for ever",
                              function, (int)side->envelope.length);
    }
    return MPI_SUCCESS;
}

/* What a finished receive says to its caller. */
static int finish_receive(const struct weft_request *request, uint32_t room, MPI_Comm comm, const char *function,
                          MPI_Status *status)
{
    const struct weft_envelope *const message = &request->envelope;
    const int source = comm == MPI_COMM_SELF ? 0 : (int)message->rank;
    fill_status(status, source, (int)message->tag, request->total);
    if (request->truncated) {
        return weft_mpi_error(comm, function, MPI_ERR_TRUNCATE,
                              "%s: a message of %d bytes from rank %d with tag %d, for a buffer of %d bytes", function,
                              (int)message->length, source, (int)message->tag, (int)room);
    }
    return MPI_SUCCESS;
}

/* Through the engine. Not in line: a caller that goes the short way needs no stack frame. */
__attribute__((noinline, cold)) static int send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                                          MPI_Comm comm)
{
    static const char function[] = "MPI_Send";
    struct side side;
    struct weft_request request;
    int error = check_side(comm, function, buf, count, datatype, dest, tag, false, &side);
    if (error != MPI_SUCCESS || side.none) {
        return error;
    }
    error = start_send(&request, buf, &side, comm, function);
    if (error == MPI_SUCCESS) {
        weft_wait(&request);
    }
    return error;
}

int weft_mpi_send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return weft_mpi_try_send(buf, count, datatype, dest, tag, comm) ? MPI_SUCCESS
                                                                    : send(buf, count, datatype, dest, tag, comm);
}

__attribute__((noinline, cold)) static int receive(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                                             MPI_Comm comm, MPI_Status *status)
{
    static const char function[] = "MPI_Recv";
    struct side side;
    struct weft_request request;
    const int error = check_side(comm, function, buf, count, datatype, source, tag, true, &side);
    if (error != MPI_SUCCESS) {
        return error;
    }
    if (side.none) {
        fill_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    weft_receive_start(&request, buf, &side.envelope);
    weft_wait(&request);
    return finish_receive(&request, side.envelope.length, comm, function, status);
}

int weft_mpi_receive(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                     MPI_Status *status)
{
    return weft_mpi_try_receive(buf, count, datatype, source, tag, comm, status)
               ? MPI_SUCCESS
               : receive(buf, count, datatype, source, tag, comm, status);
}

/* Both sides of MPI_Sendrecv, checked; the receive first, so that a message to oneself finds it. */
static int exchange(const void *sendbuf, const struct side *out, void *recvbuf, const struct side *in, MPI_Comm comm,
                    const char *function, MPI_Status *status)
{
    struct weft_request send = {.phase = WEFT_DONE};
    struct weft_request receive = {.phase = WEFT_DONE};
    if (!in->none) {
        weft_receive_start(&receive, recvbuf, &in->envelope);
    }
    if (!out->none) {
        const int error = start_send(&send, sendbuf, out, comm, function);
        if (error != MPI_SUCCESS) {
            return error;
        }
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
    struct side out;
    struct side in;
    int error = check_side(comm, function, sendbuf, sendcount, sendtype, dest, sendtag, false, &out);
    if (error == MPI_SUCCESS) {
        error = check_side(comm, function, recvbuf, recvcount, recvtype, source, recvtag, true, &in);
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
