/* Placement of neighbours in a grid on cores near each other. */
#ifndef WEFT_MPI_REORDER_H
#define WEFT_MPI_REORDER_H

#include "mpi_internal.h"

/* Whether the platform describes which cores are near each other. */
#ifdef WEFT_CLUSTERS
#define WEFT_MPI_REORDERS true
#else
#define WEFT_MPI_REORDERS false
#endif

#define WEFT_MPI_REORDERED_DIMENSIONS 8 /* maximum dimensions of a grid that is reordered */

/* reorder.c: assigns the first `size` members of a communicator to the ranks of a grid, so that neighbours in the grid
 * are on cores near each other. `members[i]` becomes the member with rank i in the grid. */
void weft_mpi_reorder(const struct weft_mpi_comm *comm, int ndims, const int dims[], int32_t size, weft_rank *members);

#endif
