/* Ordinary messages: up to one block, between ranks of MPI_COMM_WORLD, with a basic datatype, and with a tag small
 * enough for a label. They take the link's fast path if its window is open (<weft/context.h>). */
#ifndef WEFT_MPI_ORDINARY_H
#define WEFT_MPI_ORDINARY_H

#include "mpi_internal.h"

#include "engine/at_once.h"
#include "small_messages.h"

/* Do datatype, tag and communicator allow the fast path? */
WEFT_INLINE bool weft_mpi_is_plain(MPI_Datatype datatype, int tag, MPI_Comm comm)
{
    return WEFT_LIKELY(comm == MPI_COMM_WORLD && weft_mpi_is_datatype(datatype) && (uint32_t)tag < WEFT_LABEL_TAGS);
}

/* Do all arguments but the count allow the fast path? A rank that does not exist has a closed window. */
WEFT_INLINE bool weft_mpi_is_ordinary(MPI_Datatype datatype, int rank, int tag, MPI_Comm comm)
{
    return weft_mpi_is_plain(datatype, tag, comm) && WEFT_LIKELY((uint32_t)rank < WEFT_CORES);
}

/* Does the size in bytes of this number of elements fit into 31 bits for every basic datatype? */
WEFT_INLINE bool weft_mpi_is_count(int count)
{
    return (uint32_t)count <= INT32_MAX / WEFT_MPI_LARGEST;
}

/* Are `count` elements at most `most` bytes? `bytes` is their size, which may have overflowed if `count` is too large.
 * Where an element is a byte, this compiles to one comparison. */
WEFT_INLINE bool weft_mpi_are_within(int count, uint32_t bytes, uint32_t most)
{
    return WEFT_LIKELY((uint32_t)count <= most && bytes <= most);
}

#if WEFT_LINK_OFFERS
/* Do the arguments allow to hand a message over directly? */
WEFT_INLINE bool weft_mpi_may_hand_over(const void *buf, int count, uint32_t bytes)
{
    return weft_mpi_are_within(count, bytes, WEFT_FAST_OFFER) && (WEFT_LINK_REFUSES_NULL || buf != NULL);
}
#endif

/* Sends a message of up to one block with a label, if the send window is open. Returns whether it did. */
WEFT_INLINE bool weft_mpi_try_send(const void *buf, uint32_t bytes, int dest, weft_word label, uint32_t context)
{
    return (WEFT_LINK_REFUSES_NULL || WEFT_LIKELY(buf != NULL)) &&
           weft_fast_send(buf, bytes, (uint32_t)dest, label, context);
}

#if WEFT_LINK_HAS_SEND_LIMIT
/* A comparison with the link's send limit shows both that the window is open and that there is such a rank. If the rank
 * is a constant, checking its own window is cheaper. */
WEFT_INLINE bool weft_mpi_is_to_ordinary(MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    return __builtin_constant_p(dest) ? weft_mpi_is_ordinary(datatype, dest, tag, comm)
                                      : weft_mpi_is_plain(datatype, tag, comm);
}

WEFT_INLINE bool weft_mpi_send_small(const void *buf, uint32_t bytes, int dest, weft_word label, uint32_t context)
{
    return __builtin_constant_p(dest)
               ? weft_mpi_try_send(buf, bytes, dest, label, context)
               : weft_link_reads(buf) && weft_fast_send_below_limit(buf, bytes, (uint32_t)dest, label, context);
}
#else
#define weft_mpi_is_to_ordinary weft_mpi_is_ordinary
#define weft_mpi_send_small weft_mpi_try_send
#endif

/* Sends a message to a rank of MPI_COMM_WORLD if it can leave at once; the caller has checked all arguments but the
 * count. Returns whether it did. */
WEFT_INLINE bool weft_mpi_send_now(const void *buf, int count, uint32_t bytes, int dest, int tag)
{
    const weft_word label = weft_label(WEFT_MPI_WORLD, (uint32_t)tag);
    if (WEFT_LIKELY(bytes <= WEFT_FAST_SENDS)) {
        return weft_mpi_are_within(count, bytes, WEFT_FAST_SENDS) &&
               weft_mpi_send_small(buf, bytes, dest, label, WEFT_MPI_WORLD);
    }
    return WEFT_LINK_EAGER > WEFT_LINK_BLOCK &&
           weft_send_at_once(buf, (uint32_t)count, bytes, (int32_t)dest, label, WEFT_MPI_WORLD);
}

#endif
