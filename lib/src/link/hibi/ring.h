/* The ring of a peer's stream. */
#ifndef WEFT_HIBI_RING_H
#define WEFT_HIBI_RING_H

#include "link_port.h"

/* rings.c: whether the next word of a peer's ring was a credit or an answer to data, which is consumed then. */
bool weft_hibi_pass_note(struct weft_hibi_peer *peer);

static inline uint32_t *weft_ring_end(const struct weft_hibi_peer *peer)
{
    return peer->last + WEFT_HIBI_END;
}

/* Words that lie one behind the other have been read. */
static inline void weft_ring_consume(struct weft_hibi_peer *peer, uint32_t words)
{
    peer->next += words;
    peer->next -= peer->next == weft_ring_end(peer) ? WEFT_HIBI_RING : 0;
    weft_hibi_in_order();
    *peer->held = words;
}

#endif
