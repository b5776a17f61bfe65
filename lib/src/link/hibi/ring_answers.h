/* Answers that a sender awaits in the middle of a message: of a receiver that has the words of a long message or of a
 * block written to their destination (short_rts.c, posted_receive.h). For words that come into rings. */
#ifndef WEFT_RING_ANSWERS_H
#define WEFT_RING_ANSWERS_H

/* rings.c: consumes the next word of a peer's ring if it is a note other than WEFT_WIRE_AWAITED. Returns whether it
 * was. */
bool weft_hibi_pass_note(struct weft_hibi_peer *peer);

/* Returns the end of a peer's ring. */
WEFT_INLINE uint32_t *weft_ring_end(const struct weft_hibi_peer *peer)
{
    return peer->last + WEFT_HIBI_END;
}

/* Consumes words that have been read and do not wrap around the ring's end. */
WEFT_INLINE void weft_ring_consume(struct weft_hibi_peer *peer, uint32_t words)
{
    peer->next += words;
    peer->next -= peer->next == weft_ring_end(peer) ? WEFT_HIBI_RING : 0;
    weft_hibi_in_order();
    *peer->held = words;
}

/* Announces a long message: sends its request word, with the bytes after its last whole word.
 * weft_hibi_send_announced() must follow. */
WEFT_INLINE void weft_hibi_announce(const struct weft_hibi_peer *peer, uint32_t target, weft_word head,
                                    const void *data, uint32_t length)
{
    uint32_t words = 1;
    (void)target;
    weft_hibi.outgoing[0] = head;
    if (!WEFT_LIKELY(length % 4 == 0)) {
        weft_hibi.outgoing[1] = ((const weft_hibi_word *)data)[length / 4];
        words = 2;
    }
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = words;
    weft_hibi_begin_to(peer->stream);
}

/* posted_receive.c: sends the words of an announced message. False: its receiver has not answered the request word in
 * time. */
bool weft_hibi_send_announced(struct weft_hibi_peer *peer, const void *data, uint32_t length);

/* Sends a peer a note that makes it send words, and sets up its packet channel to write these to a direct buffer. The
 * channel is ready before the first word comes or soon after; until then words wait. */
WEFT_INLINE void weft_hibi_call_for(const struct weft_hibi_peer *peer, weft_word note, void *words, uint32_t count)
{
    weft_hibi.outgoing[0] = note;
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = 1;
    weft_hibi_begin_to(peer->stream);
    weft_hibi_in_order(); /* nothing of what follows is computed before the note leaves */
    weft_hibi_begin_to_receive(peer, words, count);
}

/* Waits until the note has been sent; then short messages can be sent again. */
WEFT_INLINE void weft_hibi_finish_call(void)
{
    weft_hibi_wait_until_sent();
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = WEFT_HIBI_OUTGOING;
    weft_hibi_prepare_again();
}

/* Returns the request word of a message that has been left in the ring. */
WEFT_INLINE weft_word weft_hibi_left(const struct weft_hibi_peer *link)
{
    return *link->next;
}

/* Tells a peer that this node awaits the words of its long message, and sets up its packet channel for them. The
 * request word is still in the ring. */
WEFT_INLINE void weft_hibi_begin_to_take(struct weft_hibi_peer *peer, void *data, uint32_t length)
{
    weft_hibi_call_for(peer, weft_wire_note(weft_hibi.node, WEFT_WIRE_AWAITED), data, length / 4);
    weft_ring_consume(peer, 1);
    weft_hibi_finish_call();
}

#endif
