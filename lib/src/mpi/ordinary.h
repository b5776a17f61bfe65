/* Ordinary messages: of at most one block, between ranks of MPI_COMM_WORLD, of a predefined datatype and with a plain
 * label. They go through the link at once when its window is open (<weft/context.h>). */
#ifndef WEFT_MPI_ORDINARY_H
#define WEFT_MPI_ORDINARY_H

#include "mpi_internal.h"

#include "fast_path.h"

/* Do the arguments allow to try the fast path: are they right, as far as can be seen here, and with a plain label? A
 * rank beyond the last finds its window closed. */
WEFT_INLINE bool weft_mpi_is_ordinary(int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm)
{
    return WEFT_LIKELY(comm == MPI_COMM_WORLD) && WEFT_LIKELY(weft_mpi_is_datatype(datatype)) &&
           WEFT_LIKELY((uint32_t)rank < WEFT_CORES) && WEFT_LIKELY((uint32_t)tag < WEFT_LABEL_TAGS) &&
           WEFT_LIKELY((uint32_t)count <= INT32_MAX / WEFT_MPI_LARGEST);
}

/* Sends a message with a plain label, if it has at most one block and its window is open. Where the mailbox matches,
 * the hardware refuses a buffer that is nowhere. */
WEFT_INLINE bool weft_mpi_try_send(const void *buf, uint32_t bytes, int dest, weft_word label)
{
    return WEFT_LIKELY(bytes <= WEFT_LINK_BLOCK) && (WEFT_MAILBOX_MATCHES || WEFT_LIKELY(buf != NULL)) &&
           weft_fast_send(buf, bytes, (uint32_t)dest, label);
}

#endif
