/* Point-to-point transfers, as far as blocking and non-blocking ones are the same: checked arguments, and statuses. */
#ifndef WEFT_MPI_TRANSFER_H
#define WEFT_MPI_TRANSFER_H

#include "mpi_internal.h"

/* What a caller passes for one side of a transfer. */
struct weft_mpi_arguments {
    const char *function;
    const void *buf;
    int count;
    MPI_Datatype datatype;
    int rank;
    int tag;
    MPI_Comm comm;
    bool receives; /* wildcards are allowed */
};

/* The same, checked. */
struct weft_mpi_side {
    struct weft_mpi_comm *comm;
    struct weft_mpi_data data;
    struct weft_envelope envelope;
    bool none; /* to or from MPI_PROC_NULL */
};

int weft_mpi_check_side(const struct weft_mpi_arguments *given, struct weft_mpi_side *side);

/* The envelope alone, as probes need it. */
int weft_mpi_check_envelope(const struct weft_mpi_arguments *given, struct weft_mpi_side *side);

/* Starts what a side says. */
void weft_mpi_start_send(struct weft_request *request, const struct weft_mpi_side *side, bool synchronous);
void weft_mpi_start_receive(struct weft_request *request, const struct weft_mpi_side *side);

/* Fills a status, unless it is to be ignored. MPI_ERROR is left alone: only functions with several statuses set it. */
void weft_mpi_fill_status(MPI_Status *status, int source, int tag, uint32_t bytes);
void weft_mpi_empty_status(MPI_Status *status);

/* What a finished receive says to its caller: the status, and whether the message was truncated. */
int weft_mpi_finish_receive(const struct weft_request *request, const struct weft_mpi_comm *comm, uint32_t room,
                            const char *function, MPI_Status *status);

/* Waits for a blocking send. */
int weft_mpi_finish_send(struct weft_request *request, const struct weft_mpi_comm *comm, const char *function);

#endif
