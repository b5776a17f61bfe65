/* Common to blocking, non-blocking and persistent point-to-point transfers: checked arguments, and statuses. */
#ifndef WEFT_MPI_TRANSFER_H
#define WEFT_MPI_TRANSFER_H

#include "mpi_internal.h"

/* Describes an MPI function of this kind; all take the same arguments. */
struct weft_mpi_transfer {
    const char *function;
    bool receives; /* wildcards are allowed */
    bool synchronous;
};

/* The arguments of one side of a transfer, checked. */
struct weft_mpi_side {
    struct weft_mpi_comm *comm;
    struct weft_mpi_data data;
    struct weft_envelope envelope;
    bool none; /* to or from MPI_PROC_NULL */
};

int weft_mpi_check_side(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                        struct weft_mpi_side *side, const struct weft_mpi_transfer *transfer);

/* Checks the envelope only, as probes need it; `side->comm` is set already. */
int weft_mpi_check_envelope(int rank, int tag, bool receives, struct weft_mpi_side *side);

/* Performs a blocking transfer. A send has no status. A service that the communicator requests for single messages is
 * in force meanwhile (annotation.h). */
int weft_mpi_transfer(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                      MPI_Status *status, const struct weft_mpi_transfer *transfer);

/* Start a transfer in the engine. */
void weft_mpi_start_send(struct weft_request *request, const struct weft_mpi_side *side, bool synchronous);
void weft_mpi_start_receive(struct weft_request *request, const struct weft_mpi_side *side);

/* Fills a status, unless it is MPI_STATUS_IGNORE. MPI_ERROR is not set: only functions with several statuses set it. */
void weft_mpi_fill_status(MPI_Status *status, int source, int tag, weft_length bytes);

/* The same, always inlined: for code between the arrival of a message and the return to the program. */
static inline __attribute__((always_inline)) void weft_mpi_set_status(MPI_Status *status, int source, int tag,
                                                                      weft_length bytes)
{
    if (status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->weft_bytes = (MPI_Aint)bytes;
    }
}

/* Fills the status of a finished receive. Returns MPI_SUCCESS, or the class of its error, MPI_ERR_TRUNCATE or a
 * timeout, which is also raised if `complains`. */
int weft_mpi_finish_receive(const struct weft_request *request, const struct weft_mpi_comm *comm, MPI_Status *status,
                            bool complains);

/* Waits for a blocking send. A send to this rank itself that no receive matches is withdrawn, with an error. */
int weft_mpi_finish_send(struct weft_request *request);

#endif
