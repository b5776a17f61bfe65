/* MPI_Sendrecv and MPI_Sendrecv_replace (MPI 4.0, section 3.10). */
#include "datatype.h"
#include "transfer.h"

/* Performs both transfers. The receive is started first, so that a message to this rank itself matches it. */
static int exchange(const struct weft_mpi_side *out, const struct weft_mpi_side *in, MPI_Status *status)
{
    struct weft_request send;
    struct weft_request receive;
    receive.phase = WEFT_DONE;
    if (!in->none) {
        weft_mpi_start_receive(&receive, in);
    }
    if (!out->none) {
        weft_mpi_start_send(&send, out, false);
        const int error = weft_mpi_finish_send(&send);
        if (error != MPI_SUCCESS) {
            weft_receive_withdraw(&receive);
            weft_wait(&receive);
            return error;
        }
    }
    if (in->none) {
        weft_mpi_fill_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
        return MPI_SUCCESS;
    }
    weft_wait(&receive);
    return weft_mpi_finish_receive(&receive, in->comm, status, true);
}

int PMPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    static const struct weft_mpi_transfer sends = {.function = "MPI_Sendrecv"};
    static const struct weft_mpi_transfer receives = {.function = "MPI_Sendrecv", .receives = true};
    struct weft_mpi_side out;
    struct weft_mpi_side in;
    WEFT_TRY(weft_mpi_check_side(sendbuf, sendcount, sendtype, dest, sendtag, comm, &out, &sends));
    WEFT_TRY(weft_mpi_check_side(recvbuf, recvcount, recvtype, source, recvtag, comm, &in, &receives));
    return exchange(&out, &in, status);
}
WEFT_MPI_NAME(Sendrecv)

/* The data are sent from a copy in the memory for objects, which is freed when both transfers are complete. */
int PMPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source, int recvtag,
                          MPI_Comm comm, MPI_Status *status)
{
    static const struct weft_mpi_transfer sends = {.function = "MPI_Sendrecv_replace"};
    static const struct weft_mpi_transfer receives = {.function = "MPI_Sendrecv_replace", .receives = true};
    struct weft_mpi_side out;
    struct weft_mpi_side in;
    WEFT_TRY(weft_mpi_check_side(buf, count, datatype, dest, sendtag, comm, &out, &sends));
    WEFT_TRY(weft_mpi_check_side(buf, count, datatype, source, recvtag, comm, &in, &receives));
    uint8_t *const copy = weft_mpi_new(out.data.bytes);
    if (!copy) {
        return MPI_ERR_NO_MEM;
    }
    weft_mpi_move_data(&out.data, 0, copy, out.data.bytes, false);
    out.data.buffer = copy;
    out.data.layout = NULL;
    const int error = exchange(&out, &in, status);
    weft_mpi_delete(copy);
    return error;
}
WEFT_MPI_NAME(Sendrecv_replace)
