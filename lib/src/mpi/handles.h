/* The encoding of predefined MPI handles, which <mpi.h> defines. */
#ifndef WEFT_MPI_HANDLES_H
#define WEFT_MPI_HANDLES_H

#include <stdbool.h>
#include <stdint.h>

/* Contexts of the engine: each communicator has one for point-to-point messages, and the next for collectives. */
#define WEFT_MPI_WORLD 0u
#define WEFT_MPI_SELF 2u

#define WEFT_MPI_LARGEST 32 /* bytes of the largest element */

/* A handle is a basic datatype if its mark, the top 8 of 32 bits, is 0xFF. This is the highest mark, so that one
 * comparison suffices. */
static inline bool weft_mpi_is_datatype(MPI_Datatype datatype)
{
    const uintptr_t handle = (uintptr_t)datatype;
    return handle >= 0xFF000000u && handle <= UINT32_MAX;
}

/* Returns the bytes of `count` elements. The low five bits of the handle are the logarithm of the size. */
static inline uint32_t weft_mpi_bytes(uint32_t count, MPI_Datatype datatype)
{
    return count << ((uintptr_t)datatype & 31u);
}

/* Returns the size of an element in bytes. */
static inline uint32_t weft_mpi_size(MPI_Datatype datatype)
{
    return weft_mpi_bytes(1, datatype);
}

#endif
