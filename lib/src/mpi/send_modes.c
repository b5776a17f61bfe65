/* Synchronous and ready sends (MPI 4.0, section 3.4). A ready send may be a standard one. */
#include "request.h"

int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Ssend", .synchronous = true};
    return weft_mpi_transfer(buf, count, datatype, dest, tag, comm, MPI_STATUS_IGNORE, &transfer);
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
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Issend", .synchronous = true};
    return weft_mpi_begin(buf, count, datatype, dest, tag, comm, request, &transfer);
}
WEFT_MPI_NAME(Issend)

int PMPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request *request)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Irsend"};
    return weft_mpi_begin(buf, count, datatype, dest, tag, comm, request, &transfer);
}
WEFT_MPI_NAME(Irsend)
