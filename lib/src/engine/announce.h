/* A send that sends its RTS before anything else is prepared. Inline, since each cycle before the RTS adds to the
 * latency of the message. */
#ifndef WEFT_ANNOUNCE_H
#define WEFT_ANNOUNCE_H

#include "engine/steps.h"

/* Sends the RTS of a message of more than a block to another rank, if nothing to that rank is queued. Returns whether
 * the link accepted it. */
static inline bool weft_send_announce(const struct weft_envelope *envelope)
{
    return envelope->length > WEFT_LINK_BLOCK && weft_engine.traffic[envelope->rank].queued == 0 &&
           !weft_is_self(envelope->rank) && weft_send_rts(envelope, weft_engine.cookies + 1);
}

/* Continues a send with a contiguous buffer after weft_send_announce() has sent its RTS. */
static inline void weft_send_announced(struct weft_request *request, const void *buffer,
                                       const struct weft_envelope *envelope)
{
    WEFT_SENT(envelope->rank, envelope->tag, envelope->context, envelope->length);
    weft_send_prepare(request, buffer, NULL, envelope);
    weft_request_await(request);
}

#endif
