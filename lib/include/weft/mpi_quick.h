/* The quick way of small messages, which MPI_Send and MPI_Recv take where they are compiled in line and where not. */
#ifndef WEFT_MPI_QUICK_H
#define WEFT_MPI_QUICK_H

#include <weft/fast_path.h>
#include <weft/mpi_handles.h>

/* Whether the link hands over large messages (link/link.h). */
#ifndef WEFT_LINK_OFFERS
#define WEFT_LINK_OFFERS 0
#endif

/* Are the arguments such that a quick way may be tried: right, as far as can be seen here, and with a plain label? A
 * rank beyond the last finds its window closed. */
WEFT_INLINE bool weft_mpi_is_ordinary(int count, MPI_Datatype datatype, int rank, int tag, MPI_Comm comm)
{
    return WEFT_LIKELY(comm == MPI_COMM_WORLD) && WEFT_LIKELY(weft_mpi_is_datatype(datatype)) &&
           WEFT_LIKELY((uint32_t)rank < WEFT_CORES) && WEFT_LIKELY((uint32_t)tag < WEFT_LABEL_TAGS) &&
           WEFT_LIKELY((uint32_t)count <= INT32_MAX / WEFT_MPI_LARGEST);
}

/* Sends an ordinary message of at most one block, if nothing stands in the way. Where the mailbox matches, the hardware
 * refuses a buffer that is nowhere. */
WEFT_INLINE bool weft_mpi_try_send(const void *buf, uint32_t bytes, int dest, int tag)
{
    return WEFT_LIKELY(bytes <= WEFT_LINK_BLOCK) && (WEFT_MAILBOX_MATCHES || WEFT_LIKELY(buf != NULL)) &&
           weft_fast_send(buf, bytes, (uint32_t)dest, weft_label(WEFT_MPI_WORLD, (uint32_t)tag));
}

WEFT_INLINE void weft_mpi_set_status(MPI_Status *status, int source, int tag, uint32_t bytes)
{
    if (status != MPI_STATUS_IGNORE) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->weft_bytes = (int)bytes;
    }
}

/* Receives an ordinary message of at most one block, if it comes next. */
WEFT_INLINE bool weft_mpi_try_receive(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
    uint32_t length;
    if (!WEFT_LIKELY(bytes <= WEFT_LINK_BLOCK) || !WEFT_LIKELY(buf != NULL) ||
        !weft_fast_receive(buf, bytes, (uint32_t)source, WEFT_MPI_WORLD, (uint32_t)tag, &length)) {
        return false;
    }
    weft_mpi_set_status(status, source, tag, length);
    return true;
}

/* The same for more than a block, where the link hands a message to the rank that waits for it. */
WEFT_INLINE bool weft_mpi_try_send_large(const void *buf, uint32_t bytes, int dest, int tag)
{
#if WEFT_LINK_OFFERS
    const uint32_t label = weft_label(WEFT_MPI_WORLD, (uint32_t)tag);
    return bytes > WEFT_LINK_BLOCK && bytes <= WEFT_FAST_OFFER && (WEFT_MAILBOX_MATCHES || WEFT_LIKELY(buf != NULL)) &&
           weft_fast_offer(buf, bytes, (uint32_t)dest, label);
#else
    (void)buf, (void)bytes, (void)dest, (void)tag;
    return false;
#endif
}

WEFT_INLINE bool weft_mpi_try_receive_large(void *buf, uint32_t bytes, int source, int tag, MPI_Status *status)
{
#if WEFT_LINK_OFFERS
    const uint32_t label = weft_label(WEFT_MPI_WORLD, (uint32_t)tag);
    if (bytes <= WEFT_LINK_BLOCK || bytes > WEFT_FAST_OFFER || (!WEFT_MAILBOX_MATCHES && buf == NULL) ||
        !weft_fast_accept(buf, bytes, (uint32_t)source, label)) {
        return false;
    }
    weft_mpi_set_status(status, source, tag, bytes);
    return true;
#else
    (void)buf, (void)bytes, (void)source, (void)tag, (void)status;
    return false;
#endif
}

#endif
