/* A send whose RTS goes before anything else is done for it: in line, since each cycle before the link counts. */
#ifndef WEFT_ANNOUNCE_H
#define WEFT_ANNOUNCE_H

#include "engine/steps.h"

/* Sends the RTS of a message of more than a block: whether it did. */
static inline bool weft_send_announce(const struct weft_envelope *envelope)
{
    return envelope->length > WEFT_LINK_BLOCK && weft_engine.traffic[envelope->rank].queued == 0 &&
           !weft_is_self(envelope->rank) && weft_send_rts(envelope, weft_engine.cookies + 1);
}

/* Goes on with a send of data in one piece that was announced just now. */
static inline void weft_send_announced(struct weft_request *request, const void *buffer,
                                       const struct weft_envelope *envelope)
{
    WEFT_SENT(envelope->rank, envelope->tag, envelope->context, envelope->length);
    weft_send_prepare(request, buffer, NULL, envelope);
    weft_request_await(request);
}

#endif
