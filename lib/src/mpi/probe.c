/* Probes, matched probes, and receives of what they found; cancelling a receive (MPI 4.0, section 3.8). */
#include "datatype.h"
#include "request.h"

/* The message that a receive with this envelope would get now. Probing makes progress. */
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
    struct weft_message *found = look(envelope);
    while (!found) {
        weft_progress_or_rest(&wish);
        found = look(envelope);
    }
    return found;
}

static void tell(const struct weft_mpi_side *side, const struct weft_message *message, MPI_Status *status)
{
    if (message) {
        const struct weft_envelope *const envelope = &message->envelope;
        weft_mpi_fill_status(status, weft_mpi_rank_in(side->comm, envelope->rank), envelope->tag, envelope->length);
    } else if (side->none) {
        weft_mpi_fill_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
    }
}

/* Probes without end if `flag` is null. `*found` is null where there is none, or MPI_PROC_NULL was asked for. */
static int probe(const struct weft_mpi_arguments *given, struct weft_mpi_side *side, int *flag,
                 struct weft_message **found, MPI_Status *status)
{
    WEFT_TRY(weft_mpi_check_envelope(given, side));
    *found = NULL;
    if (!side->none) {
        *found = flag ? look(&side->envelope) : wait_for(&side->envelope);
    }
    if (flag) {
        *flag = side->none || *found;
    }
    tell(side, *found, status);
    return MPI_SUCCESS;
}

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    const struct weft_mpi_arguments given = {"MPI_Probe", NULL, 0, NULL, source, tag, comm, true};
    struct weft_mpi_side side;
    struct weft_message *found;
    return probe(&given, &side, NULL, &found, status);
}
WEFT_MPI_NAME(Probe)

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status)
{
    const struct weft_mpi_arguments given = {"MPI_Iprobe", NULL, 0, NULL, source, tag, comm, true};
    struct weft_mpi_side side;
    struct weft_message *found;
    return probe(&given, &side, flag, &found, status);
}
WEFT_MPI_NAME(Iprobe)

/* The message leaves the queue, so that no other receive gets it. */
static int matched_probe(const struct weft_mpi_arguments *given, int *flag, MPI_Message *message, MPI_Status *status)
{
    struct weft_mpi_side side;
    struct weft_message *found;
    WEFT_TRY(probe(given, &side, flag, &found, status));
    *message = side.none ? MPI_MESSAGE_NO_PROC : MPI_MESSAGE_NULL;
    if (found) {
        WEFT_TRY(weft_mpi_request_new(side.comm, WEFT_MPI_MESSAGE, given->function, message));
        (*message)->more.message = found;
        weft_message_unlink(found);
    }
    return MPI_SUCCESS;
}

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status)
{
    const struct weft_mpi_arguments given = {"MPI_Mprobe", NULL, 0, NULL, source, tag, comm, true};
    return matched_probe(&given, NULL, message, status);
}
WEFT_MPI_NAME(Mprobe)

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status)
{
    const struct weft_mpi_arguments given = {"MPI_Improbe", NULL, 0, NULL, source, tag, comm, true};
    return matched_probe(&given, flag, message, status);
}
WEFT_MPI_NAME(Improbe)

static int receive_message(const char *function, void *buf, int count, MPI_Datatype datatype, MPI_Message *message,
                           MPI_Request *request)
{
    const bool nobody = *message == MPI_MESSAGE_NO_PROC;
    struct weft_mpi_data data;
    WEFT_TRY(nobody ? MPI_SUCCESS : weft_mpi_check_request(function, message));
    if (!*message || (!nobody && (*message)->kind != WEFT_MPI_MESSAGE)) {
        return weft_mpi_no(NULL, MPI_ERR_REQUEST, function, "message");
    }
    struct weft_mpi_comm *const comm = nobody ? &weft_mpi_world : (*message)->comm;
    WEFT_TRY(weft_mpi_check_data(comm, function, buf, count, datatype, &data));
    if (nobody) {
        WEFT_TRY(weft_mpi_request_new(comm, WEFT_MPI_FROM_NOBODY, function, request));
    } else {
        struct weft_mpi_request *const receive = *message;
        receive->kind = WEFT_MPI_RECEIVE;
        receive->room = data.bytes;
        weft_receive_message(&receive->engine, data.buffer, data.layout, data.bytes, receive->more.message);
        *request = receive;
    }
    *message = MPI_MESSAGE_NULL;
    return MPI_SUCCESS;
}

int PMPI_Imrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Request *request)
{
    return receive_message("MPI_Imrecv", buf, count, datatype, message, request);
}
WEFT_MPI_NAME(Imrecv)

int PMPI_Mrecv(void *buf, int count, MPI_Datatype datatype, MPI_Message *message, MPI_Status *status)
{
    MPI_Request request;
    WEFT_TRY(receive_message("MPI_Mrecv", buf, count, datatype, message, &request));
    weft_wait(&request->engine);
    return weft_mpi_complete(&request, "MPI_Mrecv", status);
}
WEFT_MPI_NAME(Mrecv)

/* Only a receive that has no message yet; others end as if nothing had been said. */
int PMPI_Cancel(MPI_Request *request)
{
    static const char function[] = "MPI_Cancel";
    WEFT_TRY(weft_mpi_check_request(function, request));
    if (!*request) {
        return weft_mpi_no(NULL, MPI_ERR_REQUEST, function, "request");
    }
    if ((*request)->kind == WEFT_MPI_RECEIVE && weft_receive_withdraw(&(*request)->engine)) {
        (*request)->cancelled = true;
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Cancel)
