/* Hands large data to a rank that waits for them, and takes such, where the link can: of any communicator. Where the
 * mailbox matches, they go the engine's way. */
#ifndef WEFT_MPI_HAND_OVER_H
#define WEFT_MPI_HAND_OVER_H

#include "mpi_internal.h"

#include "engine/state.h"

#if WEFT_LINK_OFFERS && !WEFT_MAILBOX_MATCHES

static inline bool weft_mpi_may_hand_over(const struct weft_envelope *envelope, const struct weft_mpi_data *data)
{
    return !data->layout && data->bytes > WEFT_LINK_BLOCK && data->bytes <= WEFT_FAST_OFFER && data->buffer &&
           envelope->rank != WEFT_ANY && (uint32_t)envelope->tag < WEFT_LABEL_TAGS &&
           envelope->context < WEFT_OFFER_CONTEXTS;
}

static inline bool weft_mpi_hand_over(const struct weft_envelope *envelope, const struct weft_mpi_data *data)
{
    if (!weft_mpi_may_hand_over(envelope, data) ||
        !weft_fast_offer(data->buffer, data->bytes, (uint32_t)envelope->rank,
                         weft_label(envelope->context, (uint32_t)envelope->tag))) {
        return false;
    }
    WEFT_SENT(envelope->rank, envelope->tag, envelope->context, data->bytes);
    return true;
}

static inline bool weft_mpi_take_over(const struct weft_envelope *envelope, const struct weft_mpi_data *data)
{
    return weft_mpi_may_hand_over(envelope, data) &&
           weft_fast_accept(data->buffer, data->bytes, (uint32_t)envelope->rank,
                            weft_label(envelope->context, (uint32_t)envelope->tag));
}

#else
#define weft_mpi_hand_over(envelope, data) ((void)(envelope), false)
#define weft_mpi_take_over(envelope, data) ((void)(envelope), false)
#endif

#endif
