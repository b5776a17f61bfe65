/* Synchronous and ready sends (MPI 4.0, section 3.4). A ready send may be a standard one. */
#include "request.h"

int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    const struct weft_mpi_arguments given = {"MPI_Ssend", buf, count, datatype, dest, tag, comm, false};
    struct weft_mpi_side side;
    struct weft_request request;
    WEFT_TRY(weft_mpi_check_side(&given, &side));
    if (side.none) {
        return MPI_SUCCESS;
    }
    weft_mpi_start_send(&request, &side, true);
    return weft_mpi_finish_send(&request, side.comm, given.function);
}
WEFT_MPI_NAME(Ssend)

int PMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return weft_mpi_send(buf, count, datatype, dest, tag, comm);
}
WEFT_MPI_NAME(Rsend)

int PMPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    const struct weft_mpi_arguments given = {"MPI_Issend", buf, count, datatype, dest, tag, comm, false};
    return weft_mpi_isend(&given, WEFT_MPI_SYNCHRONOUS, request);
}
WEFT_MPI_NAME(Issend)

int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    const struct weft_mpi_arguments given = {"MPI_Irsend", buf, count, datatype, dest, tag, comm, false};
    return weft_mpi_isend(&given, WEFT_MPI_STANDARD, request);
}
WEFT_MPI_NAME(Irsend)
