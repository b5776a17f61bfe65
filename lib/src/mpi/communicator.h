/* Making communicators. */
#ifndef WEFT_MPI_COMMUNICATOR_H
#define WEFT_MPI_COMMUNICATOR_H

#include "group.h"

/* Makes a communicator of some members of `parent`, by all of them, in the order of `members` (ranks of
 * MPI_COMM_WORLD), and agrees on its context by messages with `tag` in the parent. MPI_COMM_NULL where this process is
 * no member. */
int weft_mpi_make_comm(struct weft_mpi_comm *parent, int32_t size, const weft_rank *members, int32_t tag,
                       MPI_Comm *newcomm);

/* Makes a copy with the attributes that want to be copied, and finds what it is a copy of; the copy has no context. */
int weft_mpi_copy_comm(const char *function, MPI_Comm comm, struct weft_mpi_comm **from, MPI_Comm *newcomm);

/* A context for a communicator that this process leads. */
uint32_t weft_mpi_choose_context(void);

/* As MPI_Comm_split, of a communicator that has been found. */
int weft_mpi_split(struct weft_mpi_comm *comm, int color, int key, MPI_Comm *newcomm);

#endif
