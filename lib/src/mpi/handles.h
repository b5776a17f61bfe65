/* What the predefined MPI handles hold. Included by <mpi.h>, which defines them. */
#ifndef WEFT_MPI_HANDLES_H
#define WEFT_MPI_HANDLES_H

#include <stdbool.h>
#include <stdint.h>

/* Contexts of the engine: each communicator has one for point-to-point messages, and the next for collectives. */
#define WEFT_MPI_WORLD 0u
#define WEFT_MPI_SELF 2u

#define WEFT_MPI_LARGEST 32 /* bytes of the largest element */

/* A handle is one of its kind when its mark says so. */
static inline bool weft_mpi_is_datatype(MPI_Datatype datatype)
{
    return (uintptr_t)datatype >> 24 == 0x54u;
}

/* The size of one element in bytes. */
static inline uint32_t weft_mpi_size(MPI_Datatype datatype)
{
    return (uint32_t)(uintptr_t)datatype & 0xFFu;
}

#endif
