/* Making communicators. */
#ifndef WEFT_MPI_COMMUNICATOR_H
#define WEFT_MPI_COMMUNICATOR_H

#include "group.h"

/* Makes a communicator of some members of `parent`, by all of them, in the order of `members` (ranks of
 * MPI_COMM_WORLD), and agrees on its context by messages with `tag` in the parent. MPI_COMM_NULL where this process is
 * no member. */
int weft_mpi_make_comm(struct weft_mpi_comm *parent, int32_t size, const weft_rank *members, int32_t tag,
                       MPI_Comm *newcomm);

/* Starts to make a copy with the attributes that want to be copied; it has its context when the request is complete.
 * `waits`: the call may wait for other members. */
int weft_mpi_start_copy(const char *function, MPI_Comm comm, MPI_Comm *newcomm, bool waits, MPI_Request *request);

/* As MPI_Comm_split, of a communicator that has been found. */
int weft_mpi_split(struct weft_mpi_comm *comm, int color, int key, MPI_Comm *newcomm);

#endif
