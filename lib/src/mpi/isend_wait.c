/* The fast paths of MPI_Isend and MPI_Wait (MPI 4.0, section 3.7), for sends that complete at once. The compiler may
 * inline them into the functions of a program, as MPI_Send (send_recv.c). A program without requests does not link this
 * file. The general cases are in isend.c and wait.c.
 */
#include "arch/inlined.h"
#include "ordinary.h"
#include "request.h"
#include "send_recv.h"

#include "link_port.h"

/* A send that completes at once gets the shared request weft_mpi_sent. */
WEFT_INLINED int PMPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                            MPI_Request *request)
{
    WEFT_PROBE_MARK("enter MPI_Isend");
    if (WEFT_SMALL || request == NULL || !weft_mpi_is_to_ordinary(datatype, dest, tag, comm)) {
        return weft_mpi_isend(buf, count, datatype, dest, tag, comm, request);
    }
    const uint32_t bytes = weft_mpi_bytes((uint32_t)count, datatype);
    if (WEFT_LIKELY(weft_mpi_send_now(buf, count, bytes, dest, tag))) {
        *request = &weft_mpi_sent;
        return MPI_SUCCESS;
    }
    return weft_mpi_isend(buf, count, datatype, dest, tag, comm, request);
}
WEFT_MPI_NAME(Isend)

WEFT_INLINED int PMPI_Wait(MPI_Request *request, MPI_Status *status)
{
    WEFT_PROBE_MARK("enter MPI_Wait");
    if (WEFT_SMALL || !request || *request != &weft_mpi_sent) {
        return weft_mpi_wait(request, status);
    }
    weft_mpi_set_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Wait)
