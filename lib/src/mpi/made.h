/* Communicators that the program has made, and the labels of their point-to-point messages. */
#ifndef WEFT_MPI_MADE_H
#define WEFT_MPI_MADE_H

#include "mpi_internal.h"

#include "engine/names.h"

/* Is it one that has this rank, and do its messages go at once, since none of them asks for a service (annotation.h)? A
 * handle of a predefined communicator is no address, or an odd one. */
WEFT_INLINE bool weft_mpi_is_made(MPI_Comm comm, int rank)
{
#if WEFT_GROWS
    const bool is_comm = comm != MPI_COMM_WORLD && weft_mpi_is(comm, WEFT_MPI_IS_COMM);
#else
    const bool is_comm = WEFT_LIKELY(comm != NULL && (uintptr_t)comm % 4u == 0 && comm->handle == comm);
#endif
    return WEFT_LIKELY(is_comm && (uint32_t)rank < (uint32_t)comm->ordinary);
}

#if WEFT_NAMES > 0
/* No context is larger than its name by this. */
#define WEFT_MPI_NO_NAMING                                                                                             \
    {                                                                                                                  \
        .name = weft_names, .beyond = 1                                                                                \
    }
_Static_assert(WEFT_NAMES > 1, "the difference of a context and its name is a multiple of the number of names");

/* Finds the name of the context, once: that of a communicator of MPI_Comm_idup comes late. */
static inline void weft_mpi_find_name(struct weft_mpi_comm *comm)
{
    if (comm->naming.beyond == 1) {
        comm->naming = weft_naming_of(comm->context);
    }
}

/* Finds the label of messages to a rank of MPI_COMM_WORLD, with a tag for which a label has room, if the rank knows the
 * name of the context. */
WEFT_INLINE bool weft_mpi_find_label_to(const struct weft_mpi_comm *comm, int32_t rank, int tag, weft_word *label)
{
    *label = comm->naming.label + (uint32_t)tag;
    return WEFT_LIKELY(comm->naming.name->told[rank] == comm->naming.beyond);
}

/* The same of messages from a rank. */
WEFT_INLINE bool weft_mpi_find_label_from(const struct weft_mpi_comm *comm, int32_t rank, int tag, weft_word *label)
{
    *label = comm->naming.label + (uint32_t)tag;
    return WEFT_LIKELY(comm->naming.name->heard[rank] == comm->naming.beyond);
}
#else
static inline void weft_mpi_find_name(struct weft_mpi_comm *comm)
{
    (void)comm;
}

WEFT_INLINE bool weft_mpi_find_label_to(const struct weft_mpi_comm *comm, int32_t rank, int tag, weft_word *label)
{
    *label = weft_label_to(&(struct weft_envelope){rank, (int32_t)tag, comm->context, 0}, true);
    return *label != WEFT_LABEL_NONE;
}

WEFT_INLINE bool weft_mpi_find_label_from(const struct weft_mpi_comm *comm, int32_t rank, int tag, weft_word *label)
{
    *label = weft_label_from(&(struct weft_envelope){rank, (int32_t)tag, comm->context, 0});
    return *label != WEFT_LABEL_NONE;
}
#endif

#endif
