/* Ranks of a grid on cores near each other. */
#ifndef WEFT_MPI_REORDER_H
#define WEFT_MPI_REORDER_H

#include "mpi_internal.h"

/* Whether the platform says which cores are near each other. */
#ifdef WEFT_CLUSTERS
#define WEFT_MPI_REORDERS true
#else
#define WEFT_MPI_REORDERS false
#endif

#define WEFT_MPI_REORDERED_DIMENSIONS 8 /* at most, of a grid that is reordered */

/* reorder.c: which members of a communicator get the ranks of a grid of `size`, so that neighbours in it are near each
 * other: the first ones, in the order that `members` gets. */
void weft_mpi_reorder(const struct weft_mpi_comm *comm, int ndims, const int dims[], int32_t size, weft_rank *members);

#endif
