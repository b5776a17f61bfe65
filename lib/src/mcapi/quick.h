/* The short way of small messages on channels: from buffer to link, and from link to the buffer of a receive that
 * waits, when nothing else is under way that could come first. A library that is compiled to be small does without.
 */
#ifndef WEFT_MCAPI_QUICK_H
#define WEFT_MCAPI_QUICK_H

#include "mcapi_internal.h"

/* Sends to the other end of a channel. */
static inline bool weft_mcapi_put_quickly(const struct weft_envelope *envelope, const void *data)
{
    const uint32_t port = (uint32_t)envelope->tag;
    return !WEFT_SMALL && envelope->length <= WEFT_LINK_BLOCK && port < WEFT_LABEL_TAGS &&
           weft_fast_send(data, envelope->length, (uint32_t)envelope->rank, weft_label(WEFT_MCAPI_CHANNEL, port));
}

static inline void weft_mcapi_count_block(int32_t rank)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    if (WEFT_LIKELY(peer->owed + 1 < WEFT_CREDIT_BATCH)) {
        peer->owed++;
    } else {
        weft_credit_consumed(rank);
    }
}

/* Receives from the other end of a channel what comes next, if it has `least` bytes at least and at most as many as the
 * envelope says; the buffer is direct. */
static inline bool weft_mcapi_take_quickly(const struct weft_envelope *wanted, uint32_t least, void *buffer,
                                           uint32_t *length)
{
    const weft_word from = weft_self()->peers[wanted->rank].receive_word;
    const uint32_t port = (uint32_t)wanted->tag;
    if (WEFT_SMALL || from == 0 || port >= WEFT_LABEL_TAGS || weft_mcapi.waiting.first) {
        return false;
    }
    WEFT_PROBE("receive", wanted->rank, port, WEFT_MCAPI_CHANNEL, wanted->length);
    const weft_word head = weft_link_wait_head();
    WEFT_PROBE_HOLD("receive", wanted->rank, port, WEFT_MCAPI_CHANNEL, wanted->length);
    const weft_word empty = from + WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, weft_label(WEFT_MCAPI_CHANNEL, port));
    if (head - empty - least > wanted->length - least) {
        return false;
    }
    weft_link_take(buffer);
    WEFT_RECEIVED(wanted->rank, port, WEFT_MCAPI_CHANNEL, 0);
    weft_mcapi_count_block(wanted->rank);
    *length = (uint32_t)(head - empty);
    return true;
}

#endif
