/* Probes, matched probes and the receives of their messages; cancelling a receive (MPI 4.0, section 3.8). */
#include "datatype.h"
#include "request.h"

/* Returns the message that a receive with this envelope would match now, or null. Makes progress. */
static struct weft_message *look(const struct weft_envelope *envelope)
{
    struct weft_message *found = weft_find_kept(envelope);
    while (!found && weft_progress()) {
        found = weft_find_kept(envelope);
    }
    return found;
}

static struct weft_message *wait_for(const struct weft_envelope *envelope)
{
    const struct weft_request wish = {.phase = WEFT_RECEIVE_MATCH, .envelope = *envelope};
    const uint64_t since = weft_wait_begins();
    struct weft_message *found = look(envelope);
    bool in_time = true;
    while (!found && in_time) {
        in_time = weft_rest_in_time(&wish, since);
        found = look(envelope);
    }
    return found;
}

/* Removes the message from the queue, so that no other receive matches it, and returns a handle of it. */
static int take(const struct weft_mpi_side *side, struct weft_message *found, MPI_Message *message)
{
    *message = side->none ? MPI_MESSAGE_NO_PROC : MPI_MESSAGE_NULL;
    if (found) {
        WEFT_TRY(weft_mpi_request_new(side->comm, WEFT_MPI_MESSAGE, message));
        (*message)->more.message = found;
        weft_message_unlink(found);
    }
    return MPI_SUCCESS;
}

/* Implements all probes. If `flag` is null, it waits for a message; if `matched` is not null, the probe is a matched
 * one, and the message's handle goes there. */
static int probe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *matched, MPI_Status *status,
                 const char *function)
{
    struct weft_mpi_side side;
    struct weft_message *found = NULL;
    WEFT_TRY(weft_mpi_comm(comm, function, &side.comm));
    WEFT_TRY(weft_mpi_check_envelope(source, tag, true, &side));
    if (!side.none) {
        found = flag ? look(&side.envelope) : wait_for(&side.envelope);
    }
    if (flag) {
        *flag = side.none || found;
    } else if (WEFT_TIMEOUT > 0 && !side.none && !found) {
        return weft_mpi_late();
    }
    if (found) {
        const struct weft_envelope *const envelope = &found->envelope;
        weft_mpi_fill_status(status, (int)weft_mpi_rank_in(side.comm, envelope->rank), envelope->tag, envelope->length);
    } else if (side.none) {
        weft_mpi_fill_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
    }
    return matched ? take(&side, found, matched) : MPI_SUCCESS;
}

/* A null `flag` would make probe() wait, so it is checked here. */
static int check_flag(const int *flag, MPI_Comm comm, const char *function)
{
    struct weft_mpi_comm *found;
    if (!WEFT_GROWS || flag) {
        return MPI_SUCCESS;
    }
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    return weft_mpi_check_pointer(flag);
}

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    return probe(source, tag, comm, NULL, NULL, status, "MPI_Probe");
}
WEFT_MPI_NAME(Probe)

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    WEFT_TRY(check_flag(flag, comm, "MPI_Iprobe"));
    return probe(source, tag, comm, flag, NULL, status, "MPI_Iprobe");
}
WEFT_MPI_NAME(Iprobe)

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    return probe(source, tag, comm, NULL, message, status, "MPI_Mprobe");
}
WEFT_MPI_NAME(Mprobe)

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status)
{
    WEFT_TRY(check_flag(flag, comm, "MPI_Improbe"));
    return probe(source, tag, comm, flag, message, status, "MPI_Improbe");
}
WEFT_MPI_NAME(Improbe)

int weft_mpi_receive_message(const char *function, void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
                             MPI_Request *request)
{
    const bool nobody = *message == MPI_MESSAGE_NO_PROC;
    struct weft_mpi_request *receive = nobody ? NULL : *message;
    struct weft_mpi_data data;
    WEFT_TRY(weft_mpi_check_request(function, &receive));
    if (!nobody && (!receive || receive->kind != WEFT_MPI_MESSAGE)) {
        return weft_mpi_no(WEFT_MPI_IS_MESSAGE);
    }
    weft_mpi_call.comm = nobody ? &weft_mpi_world : receive->comm;
    WEFT_TRY(weft_mpi_check_data(buf, count, datatype, &data));
    if (nobody) {
        WEFT_TRY(weft_mpi_request_new(&weft_mpi_world, WEFT_MPI_FROM_NOBODY, &receive));
    } else {
        receive->kind = WEFT_MPI_RECEIVE;
        weft_receive_message(&receive->engine, data.buffer, data.layout, data.bytes, receive->more.message);
    }
    *request = receive;
    *message = MPI_MESSAGE_NULL;
    return MPI_SUCCESS;
}

int PMPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status)
{
    MPI_Request request;
    WEFT_TRY(weft_mpi_receive_message("MPI_Mrecv", buf, count, datatype, message, &request));
    weft_wait(&request->engine);
    return weft_mpi_complete(&request, status, true);
}
WEFT_MPI_NAME(Mrecv)

/* Cancels only a receive that has matched no message; other requests complete as if MPI_Cancel had not been called. */
int PMPI_Cancel(MPI_Request *request)
{
    WEFT_TRY(weft_mpi_check_some_request("MPI_Cancel", request));
    if ((*request)->kind == WEFT_MPI_RECEIVE && weft_receive_withdraw(&(*request)->engine)) {
        (*request)->cancelled = true;
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cancel)
