/* Communicators that the program has created, and the labels of their point-to-point messages. */
#ifndef WEFT_MPI_MADE_H
#define WEFT_MPI_MADE_H

#include "mpi_internal.h"

#include "engine/names.h"

/* Is `comm` a communicator that the program created and that has this rank, and may its messages take the fast path,
 * because none of them requests a service (annotation.h)? The handle of MPI_COMM_SELF is odd; on a chip the caller has
 * excluded MPI_COMM_WORLD. */
WEFT_INLINE bool weft_mpi_is_made(MPI_Comm comm, int rank)
{
#if WEFT_GROWS
    const bool is_comm = comm != MPI_COMM_WORLD && weft_mpi_is(comm, WEFT_MPI_IS_COMM);
#else
    const bool is_comm = WEFT_LIKELY(comm != NULL && (uintptr_t)comm % 4u == 0 && comm->handle == comm);
#endif
    return is_comm && (uint32_t)rank < (uint32_t)comm->ordinary;
}

#if WEFT_NAMES > 0
/* Marks a name that has not been looked up: 1 is no possible difference between a context and its name. */
#define WEFT_MPI_NO_NAMING                                                                                             \
    {                                                                                                                  \
        .name = weft_names, .beyond = 1                                                                                \
    }
_Static_assert(WEFT_NAMES > 1, "the difference of a context and its name is a multiple of the number of names");

/* Looks up the name of the context at first use: a communicator of MPI_Comm_idup gets its context late. */
static inline void weft_mpi_find_name(struct weft_mpi_comm *comm)
{
    if (comm->naming.beyond == 1) {
        comm->naming = weft_naming_of(comm->context);
    }
}

/* Finds the label of messages with a small tag to a rank of MPI_COMM_WORLD. Returns whether that rank knows the name of
 * the context. */
WEFT_INLINE bool weft_mpi_find_label_to(const struct weft_mpi_comm *comm, int32_t rank, int tag, weft_word *label)
{
    *label = comm->naming.label + (uint32_t)tag;
    return WEFT_LIKELY(comm->naming.name->told[rank] == comm->naming.beyond);
}

/* Finds the label of messages with a small tag from a rank. Returns whether this rank knows the name of the context. */
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
