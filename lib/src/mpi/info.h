/* Info objects, for calls that take or return one. */
#ifndef WEFT_MPI_INFO_H
#define WEFT_MPI_INFO_H

#include "mpi_internal.h"

/* info.c: returns the value of a key, or null. */
const char *weft_mpi_info_value(MPI_Info info, const char *key);

#endif
