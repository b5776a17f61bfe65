/* Answers that are awaited while a message is on its way: of a receiver that takes the words of a long message, or of a
 * block, where it wants them (short_rts.c, posted_receive.h). Where words come into rings. */
#ifndef WEFT_RING_ANSWERS_H
#define WEFT_RING_ANSWERS_H

/* rings.c: whether the next word of a peer's ring was a credit or an answer to data, which is consumed then. */
bool weft_hibi_pass_note(struct weft_hibi_peer *peer);

/* The end of a peer's ring. */
WEFT_INLINE uint32_t *weft_ring_end(const struct weft_hibi_peer *peer)
{
    return peer->last + WEFT_HIBI_END;
}

/* Words that lie one behind the other have been read. */
WEFT_INLINE void weft_ring_consume(struct weft_hibi_peer *peer, uint32_t words)
{
    peer->next += words;
    peer->next -= peer->next == weft_ring_end(peer) ? WEFT_HIBI_RING : 0;
    weft_hibi_in_order();
    *peer->held = words;
}

/* Announces a long message: its request word leaves, with the bytes behind its last whole word.
 * weft_hibi_send_announced() is to follow. */
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

/* posted_receive.c: sends the words of a message that has been announced. False: its receiver has not answered the
 * request word at once. */
bool weft_hibi_send_announced(struct weft_hibi_peer *peer, const void *data, uint32_t length);

/* Has the words that a peer sends when it has this note come to a direct buffer. The channel is ready before the first
 * one comes, or soon after, and words wait for it. */
WEFT_INLINE void weft_hibi_call_for(const struct weft_hibi_peer *peer, weft_word note, void *words, uint32_t count)
{
    weft_hibi.outgoing[0] = note;
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = 1;
    weft_hibi_begin_to(peer->stream);
    weft_hibi_in_order(); /* nothing of what follows is computed before the note leaves */
    weft_hibi_begin_to_receive(peer, words, count);
}

/* Then short messages can be sent again. */
WEFT_INLINE void weft_hibi_finish_call(void)
{
    weft_hibi_wait_until_sent();
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = WEFT_HIBI_OUTGOING;
    weft_hibi_prepare_again();
}

/* The request word of a message that has been left. */
WEFT_INLINE weft_word weft_hibi_left(const struct weft_hibi_peer *link)
{
    return *link->next;
}

/* Tells a peer that the words of its long message are awaited, whose request word is still in the ring, and has its
 * packet channel take them. */
WEFT_INLINE void weft_hibi_begin_to_take(struct weft_hibi_peer *peer, void *data, uint32_t length)
{
    weft_hibi_call_for(peer, weft_wire_note(weft_hibi.node, WEFT_WIRE_AWAITED), data, length / 4);
    weft_ring_consume(peer, 1);
    weft_hibi_finish_call();
}

#endif
