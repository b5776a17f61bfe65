/* What the predefined MPI handles hold. Included by <mpi.h>, which defines them. */
#ifndef WEFT_MPI_HANDLES_H
#define WEFT_MPI_HANDLES_H

#include <stdbool.h>
#include <stdint.h>

/* Contexts of the engine: each communicator has one for point-to-point messages, and the next for collectives. */
#define WEFT_MPI_WORLD 0u
#define WEFT_MPI_SELF 2u

#define WEFT_MPI_LARGEST 32 /* bytes of the largest element */

/* A handle is one of its kind when its mark says so. That of datatypes is the highest of 32 bits: one comparison. */
static inline bool weft_mpi_is_datatype(MPI_Datatype datatype)
{
    const uintptr_t handle = (uintptr_t)datatype;
    return handle >= 0xFF000000u && handle <= UINT32_MAX;
}

/* The bytes of `count` elements: a shift looks at the lowest five bits alone. */
static inline uint32_t weft_mpi_bytes(uint32_t count, MPI_Datatype datatype)
{
    return count << ((uintptr_t)datatype & 31u);
}

/* The size of one element in bytes. */
static inline uint32_t weft_mpi_size(MPI_Datatype datatype)
{
    return weft_mpi_bytes(1, datatype);
}

#endif
