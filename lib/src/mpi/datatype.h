/* Derived datatypes: a list of blocks, repeated `repeat` times at distance `stride`. Basic datatypes are encoded in
 * their handles (handles.h). */
#ifndef WEFT_MPI_DATATYPE_H
#define WEFT_MPI_DATATYPE_H

#include "mpi_internal.h"

struct weft_mpi_block {
    MPI_Datatype type;
    int32_t count; /* consecutive elements of the type */
    MPI_Aint place;
};

/* Properties of one element of any datatype. */
struct weft_mpi_shape {
    uint32_t size;      /* bytes of data */
    uint32_t elements;  /* number of basic elements */
    uint32_t alignment; /* bytes: what a C structure of this would be aligned to */
    MPI_Aint lower;
    MPI_Aint extent; /* bytes from one element to the next */
    MPI_Aint true_lower;
    MPI_Aint true_extent; /* bytes from the first byte of data to the end of the last */
};

struct weft_mpi_datatype {
    struct weft_mpi_object object;
    struct weft_layout layout;
    struct weft_mpi_shape shape;
    bool predefined;
    bool committed;
    bool dense; /* contiguous, also for any count of elements, in the order of the message */
    int32_t repeat;
    MPI_Aint stride;
    int32_t block_count;
    const struct weft_mpi_block *blocks;
};

/* datatype.c: weft_mpi_shape_of() returns the shape of any valid datatype. weft_mpi_find_shape() checks a handle from
 * the program first; it need not be committed. */
void weft_mpi_shape_of(MPI_Datatype datatype, struct weft_mpi_shape *shape);
int weft_mpi_find_shape(const char *function, MPI_Datatype datatype, struct weft_mpi_shape *shape);

/* For any datatype: its extent in bytes, and the bytes of data in an element. */
static inline MPI_Aint weft_mpi_extent(MPI_Datatype datatype)
{
    return weft_mpi_is_datatype(datatype) ? (MPI_Aint)weft_mpi_size(datatype) : datatype->shape.extent;
}

static inline uint32_t weft_mpi_size_of(MPI_Datatype datatype)
{
    return weft_mpi_is_datatype(datatype) ? weft_mpi_size(datatype) : datatype->shape.size;
}

/* Returns the layout of data of a type, or null if they are contiguous. */
static inline const struct weft_layout *weft_mpi_layout(MPI_Datatype datatype)
{
    return weft_mpi_is_datatype(datatype) || datatype->dense ? NULL : &datatype->layout;
}

static inline void *weft_mpi_element(const void *buffer, MPI_Datatype datatype, MPI_Aint index)
{
    return (uint8_t *)(uintptr_t)buffer + index * weft_mpi_extent(datatype);
}

/* check.c: returns the type if it is reference-counted, null if it is predefined. */
struct weft_mpi_datatype *weft_mpi_owned(MPI_Datatype datatype);

/* layout.c: see struct weft_layout. */
void weft_mpi_move(const struct weft_layout *layout, uint8_t *buffer, weft_length offset, uint8_t *bytes,
                   weft_length length, bool in);

#endif
