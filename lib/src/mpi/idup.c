/* MPI_Comm_idup (MPI 4.0, section 7.4.2): no member may wait for another, so the leader sends the context to each
 * member directly, instead of along a tree. */
#include "collective.h"
#include "communicator.h"
#include "request.h"

static int start(struct weft_mpi_comm *from, struct weft_mpi_comm *comm, MPI_Request *request)
{
    struct weft_envelope envelope = {comm->members[0], WEFT_MPI_TAG_CONTEXT, from->context + 1, sizeof comm->context};
    *request = &weft_mpi_sent;
    if (comm->rank > 0) {
        WEFT_TRY(weft_mpi_request_new(from, WEFT_MPI_SEND, request));
        weft_receive_start(&(*request)->engine, &comm->context, NULL, &envelope);
        return MPI_SUCCESS;
    }
    comm->context = weft_mpi_choose_context();
    for (int32_t rank = 1; rank < comm->size; rank++) {
        MPI_Request send;
        WEFT_TRY(weft_mpi_request_new(comm, WEFT_MPI_SEND, &send));
        weft_mpi_detach(send);
        envelope.rank = comm->members[rank];
        weft_send_start(&send->engine, &comm->context, NULL, &envelope, false);
    }
    return MPI_SUCCESS;
}

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    struct weft_mpi_comm *from;
    WEFT_TRY(weft_mpi_copy_comm("MPI_Comm_idup", comm, &from, newcomm));
    return start(from, *newcomm, request);
}
WEFT_MPI_NAME(Comm_idup)
