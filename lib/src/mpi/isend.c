/* Non-blocking sends and receives (MPI 4.0, section 3.7). */
#include "datatype.h"
#include "request.h"

void weft_mpi_start(struct weft_mpi_request *request, const struct weft_mpi_side *side)
{
    request->active = true;
    request->cancelled = false;
    request->engine.phase = WEFT_DONE;
    if (request->kind == WEFT_MPI_RECEIVE) {
        weft_mpi_start_receive(&request->engine, side);
    } else if (request->kind == WEFT_MPI_SEND && !side->none) {
        weft_mpi_start_send(&request->engine, side, request->mode == WEFT_MPI_SYNCHRONOUS);
    }
}

/* A datatype may be freed while a request uses it. */
static void share_type(struct weft_mpi_request *request, MPI_Datatype datatype)
{
    if (!weft_mpi_is_datatype(datatype) && !request->persistent) {
        request->datatype = datatype;
        weft_mpi_own_type(datatype, 1);
    }
}

/* Through the quick way, if it is open. */
static bool send_quickly(const struct weft_mpi_side *side)
{
    const struct weft_envelope *const envelope = &side->envelope;
    return !WEFT_SMALL && !side->data.layout && envelope->length <= WEFT_LINK_BLOCK &&
           envelope->context < WEFT_LABEL_CONTEXTS && (uint32_t)envelope->tag < WEFT_LABEL_TAGS &&
           weft_fast_send(side->data.buffer, envelope->length, (uint32_t)envelope->rank,
                          weft_label(envelope->context, (uint32_t)envelope->tag));
}

int weft_mpi_isend(const struct weft_mpi_arguments *given, enum weft_mpi_mode mode, MPI_Request *request)
{
    struct weft_mpi_side side;
    struct weft_mpi_request *made;
    WEFT_TRY(weft_mpi_check_side(given, &side));
    *request = &weft_mpi_sent;
    if (side.none || (mode == WEFT_MPI_STANDARD && send_quickly(&side))) {
        return MPI_SUCCESS;
    }
    WEFT_TRY(weft_mpi_request_new(side.comm, WEFT_MPI_SEND, given->function, &made));
    made->mode = (uint8_t)mode;
    share_type(made, given->datatype);
    weft_mpi_start(made, &side);
    *request = made;
    return MPI_SUCCESS;
}

int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request)
{
    const struct weft_mpi_arguments given = {"MPI_Isend", buf, count, datatype, dest, tag, comm, false};
    return weft_mpi_isend(&given, WEFT_MPI_STANDARD, request);
}
WEFT_MPI_NAME(Isend)

int PMPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm, MPI_Request *request)
{
    const struct weft_mpi_arguments given = {"MPI_Irecv", buf, count, datatype, source, tag, comm, true};
    struct weft_mpi_side side;
    WEFT_TRY(weft_mpi_check_side(&given, &side));
    WEFT_TRY(
        weft_mpi_request_new(side.comm, side.none ? WEFT_MPI_FROM_NOBODY : WEFT_MPI_RECEIVE, given.function, request));
    (*request)->room = side.data.bytes;
    share_type(*request, datatype);
    weft_mpi_start(*request, &side);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Irecv)
