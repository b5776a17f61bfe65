/* MPI_Comm_idup (MPI 4.0, section 7.4.2). */
#include "communicator.h"
#include "request.h"

WEFT_MPI_OUTLIVES

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    return weft_mpi_start_copy("MPI_Comm_idup", comm, newcomm, false, request);
}
WEFT_MPI_NAME(Comm_idup)
