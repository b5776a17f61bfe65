/* Groups, for the functions that make communicators from them. */
#ifndef WEFT_MPI_GROUP_H
#define WEFT_MPI_GROUP_H

#include "mpi_internal.h"

/* Finds the group of a handle, or raises an error. */
int weft_mpi_group(MPI_Group handle, const struct weft_mpi_group **group);

/* Makes a group of these ranks of MPI_COMM_WORLD, with a reference count of 1. */
int weft_mpi_group_new(int32_t size, const weft_rank *members, struct weft_mpi_group **group);

/* Returns the index of a rank of MPI_COMM_WORLD in `members`, or MPI_UNDEFINED. */
int32_t weft_mpi_find_member(const weft_rank *members, int32_t size, int32_t member);

/* Compares two lists of members: MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL. */
int weft_mpi_compare(const weft_rank *members1, int32_t size1, const weft_rank *members2, int32_t size2);

#endif
