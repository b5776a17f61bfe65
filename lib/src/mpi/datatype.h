/* Derived datatypes: a list of blocks, and how often and how far apart it is repeated. Basic ones are numbers
 * (<weft/mpi_handles.h>). */
#ifndef WEFT_MPI_DATATYPE_H
#define WEFT_MPI_DATATYPE_H

#include "mpi_internal.h"

#define WEFT_MPI_IS_DATATYPE 0x54595045u

struct weft_mpi_block {
    MPI_Datatype type;
    int32_t count; /* elements of it, one behind the other */
    MPI_Aint place;
};

struct weft_mpi_datatype {
    uint32_t mark;
    int32_t references;             /* the handle, types built on it, requests under way; 0: to be swept up */
    struct weft_mpi_datatype *next; /* of all that were made */
    struct weft_layout layout;
    uint32_t alignment; /* bytes: what a C structure of this would be aligned to */
    uint32_t size;      /* bytes of data in one element */
    uint32_t elements;  /* of basic types in one */
    MPI_Aint lower;
    MPI_Aint extent;
    MPI_Aint true_lower;
    MPI_Aint true_upper;
    bool predefined;
    bool committed;
    bool dense; /* one piece of memory, and so are many, in the order of the message */
    int32_t repeat;
    MPI_Aint stride;
    int32_t block_count;
    const struct weft_mpi_block *blocks;
    weft_mpi_kernel *kernel; /* of a pair type */
};

static inline bool weft_mpi_is_derived(MPI_Datatype datatype)
{
    return datatype != NULL && (uintptr_t)datatype % 4u == 0 && datatype->mark == WEFT_MPI_IS_DATATYPE;
}

/* Of any datatype: bytes from one element to the next; bytes of data in one. */
static inline MPI_Aint weft_mpi_extent(MPI_Datatype datatype)
{
    return weft_mpi_is_datatype(datatype) ? (MPI_Aint)weft_mpi_size(datatype) : datatype->extent;
}

static inline uint32_t weft_mpi_any_size(MPI_Datatype datatype)
{
    return weft_mpi_is_datatype(datatype) ? weft_mpi_size(datatype) : datatype->size;
}

/* The layout of data of a type, or null where they are one piece. */
static inline const struct weft_layout *weft_mpi_layout(MPI_Datatype datatype)
{
    return weft_mpi_is_datatype(datatype) || datatype->dense ? NULL : &datatype->layout;
}

static inline void *weft_mpi_element(const void *buffer, MPI_Datatype datatype, int index)
{
    return (uint8_t *)(uintptr_t)buffer + (MPI_Aint)index * weft_mpi_extent(datatype);
}

/* One owner more, or less. Predefined types have none. */
static inline void weft_mpi_own_type(MPI_Datatype datatype, int32_t owners)
{
    if (!weft_mpi_is_datatype(datatype) && !datatype->predefined) {
        datatype->references += owners;
    }
}

/* datatype.c: checks a count, and a type to build on, which need not be committed. */
int weft_mpi_check_old(const char *function, int count, MPI_Datatype oldtype);

/* layout.c: see struct weft_layout. */
void weft_mpi_move(const struct weft_layout *layout, uint8_t *buffer, uint32_t offset, uint8_t *bytes, uint32_t length,
                   bool in);

#endif
