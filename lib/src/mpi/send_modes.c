/* Blocking synchronous and ready sends (MPI 4.0, section 3.4). A ready send is implemented as a standard send, which
 * the standard allows. */
#include "transfer.h"

int PMPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    static const struct weft_mpi_transfer transfer = {.function = "MPI_Ssend", .synchronous = true};
    return weft_mpi_transfer(buf, count, datatype, dest, tag, comm, MPI_STATUS_IGNORE, &transfer);
}
WEFT_MPI_NAME(Ssend)

int PMPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return PMPI_Send(buf, count, datatype, dest, tag, comm);
}
WEFT_MPI_NAME(Rsend)
