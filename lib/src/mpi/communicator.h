/* Creation of communicators. */
#ifndef WEFT_MPI_COMMUNICATOR_H
#define WEFT_MPI_COMMUNICATOR_H

#include "group.h"

/* Makes a communicator of some members of `parent`, in the order of `members` (ranks of MPI_COMM_WORLD). All those
 * members call it, and agree on the context by messages with `tag` in the parent. Returns MPI_COMM_NULL in `newcomm`
 * where this process is no member. */
int weft_mpi_make_comm(struct weft_mpi_comm *parent, int32_t size, const weft_rank *members, int32_t tag,
                       MPI_Comm *newcomm);

/* Makes a copy of `comm`, with those attributes whose copy function says so, and returns the original in `from`. The
 * copy has no context yet. */
int weft_mpi_copy_comm(const char *function, MPI_Comm comm, struct weft_mpi_comm **from, MPI_Comm *newcomm);

/* Chooses a context for a communicator whose leader is this process. */
uint32_t weft_mpi_choose_context(void);

/* As MPI_Comm_split, for a communicator that was looked up already. */
int weft_mpi_split(struct weft_mpi_comm *comm, int color, int key, MPI_Comm *newcomm);

#endif
