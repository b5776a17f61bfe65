/* Point-to-point transfers, as far as blocking, non-blocking and persistent ones are the same: checked arguments, and
 * statuses. */
#ifndef WEFT_MPI_TRANSFER_H
#define WEFT_MPI_TRANSFER_H

#include "mpi_internal.h"

/* Which of MPI's functions it is: they take the same arguments. */
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

/* The envelope alone, as probes need it; the communicator has been found. */
int weft_mpi_check_envelope(int rank, int tag, bool receives, struct weft_mpi_side *side);

/* A blocking transfer. A send has no status. What the communicator asks for single messages is in force meanwhile
 * (annotation.h). */
int weft_mpi_transfer(const void *buf, int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm,
                      MPI_Status *status, const struct weft_mpi_transfer *transfer);

/* Starts what a side says. */
void weft_mpi_start_send(struct weft_request *request, const struct weft_mpi_side *side, bool synchronous);
void weft_mpi_start_receive(struct weft_request *request, const struct weft_mpi_side *side);

/* Fills a status, unless it is to be ignored. MPI_ERROR is left alone: only functions with several statuses set it. */
void weft_mpi_fill_status(MPI_Status *status, int source, int tag, weft_length bytes);

/* The same in line, for what is done between a message and its receiver. */
static inline __attribute__((always_inline)) void weft_mpi_set_status(MPI_Status *status, int source, int tag,
                                                                      weft_length bytes)
{
    if (status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->weft_bytes = (MPI_Aint)bytes;
    }
}

/* What a finished receive says to its caller: the status, and, where `complains`, an error if the message was
 * truncated. Returns the class of that error in any case. */
int weft_mpi_finish_receive(const struct weft_request *request, const struct weft_mpi_comm *comm, MPI_Status *status,
                            bool complains);

/* Waits for a blocking send. */
int weft_mpi_finish_send(struct weft_request *request);

#endif
