/* Persistent requests (MPI 4.0, section 3.9): a checked side of a transfer, kept to be started again and again. */
#include "datatype.h"
#include "request.h"

static int prepare(const struct weft_mpi_arguments *given, MPI_Request *request)
{
    struct weft_mpi_side side;
    WEFT_TRY(weft_mpi_check_side(given, &side));
    const enum weft_mpi_kind kind = !given->receives ? WEFT_MPI_SEND
                                    : side.none      ? WEFT_MPI_FROM_NOBODY
                                                     : WEFT_MPI_RECEIVE;
    WEFT_TRY(weft_mpi_request_new(side.comm, kind, given->function, request));
    struct weft_mpi_side *const again = weft_mpi_new(sizeof *again);
    if (!again) {
        weft_mpi_request_delete(*request);
        return weft_mpi_no_memory(side.comm, given->function);
    }
    *again = side;
    (*request)->persistent = true;
    (*request)->room = side.data.bytes;
    (*request)->more.again = again;
    if (!weft_mpi_is_datatype(given->datatype)) {
        (*request)->datatype = given->datatype;
        weft_mpi_own_type(given->datatype, 1);
    }
    return MPI_SUCCESS;
}

int PMPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request)
{
    const struct weft_mpi_arguments given = {"MPI_Send_init", buf, count, datatype, dest, tag, comm, false};
    return prepare(&given, request);
}
WEFT_MPI_NAME(Send_init)

int PMPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                   MPI_Request *request)
{
    const struct weft_mpi_arguments given = {"MPI_Recv_init", buf, count, datatype, source, tag, comm, true};
    return prepare(&given, request);
}
WEFT_MPI_NAME(Recv_init)

static int start(const char *function, MPI_Request *request)
{
    WEFT_TRY(weft_mpi_check_request(function, request));
    if (!*request || !(*request)->persistent || (*request)->active) {
        return weft_mpi_error(NULL, MPI_ERR_REQUEST, "%s: it is no persistent request, or it is under way", function);
    }
    weft_mpi_start(*request, (*request)->more.again);
    return MPI_SUCCESS;
}

int PMPI_Start(MPI_Request *request)
{
    return start("MPI_Start", request);
}
WEFT_MPI_NAME(Start)

int PMPI_Startall(int count, MPI_Request array_of_requests[])
{
    WEFT_TRY(weft_mpi_check_count(NULL, "MPI_Startall", count));
    for (int i = 0; i < count; i++) {
        WEFT_TRY(start("MPI_Startall", &array_of_requests[i]));
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Startall)
