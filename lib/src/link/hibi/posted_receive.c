/* See posted_receive.h. */
#include "link/hibi/posted_receive.h"

#if !WEFT_HIBI_SINGLE_WORDS

/* The sender polls for a descriptor for as long as a word takes to the receiver and back, with the instructions in
 * between, and in addition for as long as the receiver would take to copy the words: so polling costs no more time than
 * the copy that it may save. */
#define POLLS 64u
#define WORDS_OF_POLL 2u
/* Without an answer a long message goes through the engine, which takes longer than these polls. */
#define POLLS_FOR_LONG 128u

/* Only whole words: a channel would also write the bytes after a partial last word, which are the receiver's own. */
static bool may_be_posted(const struct weft_hibi_peer *peer, uint32_t length)
{
    return weft_hibi_is_core(peer) && length % 4 == 0;
}

/* Polls for a note as a peer's answer. If true, the note is the next word of the peer's ring, and still to be consumed.
 * Other notes may precede it; a message does too and hides what follows, which ends the polling. If there is a head,
 * the next words are its data. Inlined, since a block's words wait for the answer. */
static inline __attribute__((always_inline)) bool is_answered(struct weft_hibi_peer *peer, weft_word note,
                                                              uint32_t polls)
{
    volatile uint32_t *const held = peer->held;
    weft_hibi_consume_late();
    for (bool can_poll = weft_hibi.head == 0; can_poll && polls > 0; polls--) {
        if (*held == 0) {
            continue;
        }
        weft_hibi_in_order();
        if (*peer->next == note) {
            return true;
        }
        can_poll = weft_hibi_pass_note(peer);
    }
    return false;
}

/* Has the receiver posted a receive for the message whose request word has been sent? */
static inline __attribute__((always_inline)) bool is_posted(struct weft_hibi_peer *peer, uint32_t length)
{
    if (length < WEFT_HIBI_POSTED_LEAST || !may_be_posted(peer, length)) {
        return false;
    }
    const weft_word descriptor = weft_wire_posted_receive(weft_hibi_number_of(peer), peer->blocks_sent++);
    return is_answered(peer, descriptor, POLLS + length / 4 / WORDS_OF_POLL);
}

/* While the request word and the first word are being sent, the core sets the controller's registers for the other
 * words, and while these are being sent, for the next short message: a start copies the registers. */
void weft_hibi_send_block(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    struct weft_hibi_peer *const peer = weft_hibi_at(target);
    const weft_hibi_word *const words = data;
    weft_hibi_begin_word(target, head, *words);
    weft_hibi_set_words(words + 1, (length - 1) / 4);
    weft_hibi_wait_until_sent();
    if (is_posted(peer, length)) {
        weft_hibi_begin_to(weft_wire_bulk_beside(peer->stream));
        weft_ring_consume(peer, 1);
    } else {
        weft_hibi_begin_to(peer->stream);
    }
    weft_hibi_set_outgoing();
    weft_hibi_wait_until_sent();
}

/* While it awaits the answer to the request word, the core sets the controller's registers for the words, and while
 * these are being sent, for the next short message. */
bool weft_hibi_send_announced(struct weft_hibi_peer *peer, const void *data, uint32_t length)
{
    const uint32_t bulk = weft_wire_bulk_beside(peer->stream);
    weft_hibi_set_words(data, length / 4);
    weft_hibi_tell_address(bulk);
    const bool is_awaited =
        is_answered(peer, weft_wire_note(weft_hibi_number_of(peer), WEFT_WIRE_AWAITED), POLLS_FOR_LONG);
    if (WEFT_LIKELY(is_awaited)) {
        weft_hibi_begin_told(bulk);
        weft_ring_consume(peer, 1);
    } else {
        weft_hibi_wait_until_sent();
    }
    weft_hibi_set_outgoing();
    weft_hibi_wait_until_sent();
    return is_awaited;
}

/* Waits until the sender has decided. Either all words come to the channel, or the first one comes to the ring. After
 * an accepted descriptor a word in the ring belongs to the next message, and comes only after the channel has all. */
static bool await(uint32_t node)
{
    const uint32_t has_come = 1u << (WEFT_HIBI_DMA_STREAMS + node);
    const uint32_t refused = 1u << node;
    uint32_t pending;
    do {
        pending = *weft_hibi_register(WEFT_HIBI_DMA_PENDING);
    } while ((pending & (has_come | refused)) == 0);
    weft_hibi_in_order();
    return (pending & has_come) != 0;
}

void weft_hibi_take_end(struct weft_hibi_peer *peer, void *buffer, uint32_t length)
{
    weft_hibi.turn = weft_hibi_number_of(peer);
    weft_hibi_take_rest((uint8_t *)buffer + length / 4 * 4, length % 4);
    weft_hibi_wait_until_received(peer);
}

void weft_hibi_take_announced(struct weft_hibi_peer *peer, void *buffer, uint32_t length)
{
    weft_hibi_call_for(peer, weft_wire_note(weft_hibi.node, WEFT_WIRE_AWAITED), buffer, length / 4);
    weft_hibi_finish_call();
    weft_hibi_end_take(peer, buffer, length);
}

/* Posts a receive of words, none of which have come yet. Returns whether they have come to their destination, instead
 * of the ring. */
static bool post(struct weft_hibi_peer *peer, weft_word descriptor, uint32_t *words, uint32_t count)
{
    const uint32_t node = weft_hibi_number_of(peer);
    weft_hibi_call_for(peer, descriptor, words, count);
    weft_hibi_finish_call();
    const bool has_come = await(node);
    if (has_come) {
        weft_hibi_wait_until_received(peer);
    } else {
        weft_hibi_receive_no_more(WEFT_HIBI_DMA_STREAMS + node);
    }
    return has_come;
}

/* Takes the first word, which comes with the request word; `before`, 1 or 0: words of this that have not been consumed
 * yet. Returns whether no more words have come. */
static inline bool take_first(struct weft_hibi_peer *peer, uint32_t before, weft_hibi_word *word)
{
    uint32_t held;
    do {
        held = *peer->held;
    } while (held <= before);
    weft_hibi_in_order();
    *word = peer->next[before];
    weft_ring_consume(peer, before + 1);
    return held == before + 1;
}

void weft_hibi_take_block(struct weft_hibi_peer *peer, void *buffer, uint32_t length, uint32_t before)
{
    weft_hibi_word *const words = buffer;
    const bool may_be = length >= WEFT_HIBI_POSTED_LEAST && may_be_posted(peer, length);
    const weft_word descriptor = weft_wire_posted_receive(weft_hibi.node, peer->blocks_taken);
    peer->blocks_taken += may_be;
    if (!may_be || peer->expected || !weft_link_direct(buffer) || peer->next + before == weft_ring_end(peer)) {
        if (before != 0) {
            weft_ring_consume(peer, before);
        }
        weft_hibi_copy_block(peer, buffer, length);
        return;
    }
    if (!take_first(peer, before, words) || !post(peer, descriptor, words + 1, length / 4 - 1)) {
        weft_hibi_copy_block(peer, words + 1, length - 4);
    }
}

#endif
