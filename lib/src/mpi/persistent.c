/* Persistent requests (MPI 4.0, section 3.9): the checked arguments of a transfer, stored so that it can be started
 * repeatedly. */
#include "datatype.h"
#include "request.h"

static int prepare(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                   MPI_Request *request, const struct weft_mpi_transfer *transfer)
{
    struct weft_mpi_side side;
    WEFT_TRY(weft_mpi_check_side(buf, count, datatype, rank, tag, comm, &side, transfer));
    WEFT_TRY(weft_mpi_request_for(&side, transfer, datatype, request));
    (*request)->again = weft_mpi_new(sizeof side);
    if (!(*request)->again) {
        weft_mpi_request_delete(*request);
        return MPI_ERR_NO_MEM;
    }
    *(*request)->again = side;
    return MPI_SUCCESS;
}

int PMPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                   MPI_Request *request)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Send_init"};
    return prepare(buf, count, datatype, dest, tag, comm, request, &transfer);
}
WEFT_MPI_NAME(Send_init)

int PMPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                   MPI_Request *request)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Recv_init", .receives = true};
    return prepare(buf, count, datatype, source, tag, comm, request, &transfer);
}
WEFT_MPI_NAME(Recv_init)

static int start(const char *function, MPI_Request *request)
{
    WEFT_TRY(weft_mpi_check_request(function, request));
    if (!*request || !(*request)->again || (*request)->active) {
        return weft_mpi_error(MPI_ERR_REQUEST, "it is no persistent request, or it is under way");
    }
    weft_mpi_start(*request, (*request)->again);
    return MPI_SUCCESS;
}

int PMPI_Start(MPI_Request *request)
{
    return start("MPI_Start", request);
}
WEFT_MPI_NAME(Start)

int PMPI_Startall(int count, MPI_Request array_of_requests[])
{
    weft_mpi_enter("MPI_Startall");
    WEFT_TRY(weft_mpi_check_count(count));
    for (int i = 0; i < count; i++) {
        WEFT_TRY(start("MPI_Startall", &array_of_requests[i]));
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Startall)
