/* See posted_receive.h. */
#include "link/hibi/posted_receive.h"

#include "link/hibi/ring.h"

#if !WEFT_HIBI_SINGLE_WORDS

/* The sender polls for a descriptor as long as a word takes to the receiver and back, with its instructions in between,
 * and beyond that as long as the receiver would copy words: so polling costs no more than the words would cost without
 * it. */
#define POLLS 64u
#define WORDS_OF_POLL 2u
/* Without an answer, a long message goes the engine's way, which takes longer than that. */
#define POLLS_FOR_LONG 128u

/* The last bytes of a word are the receiver's. */
static bool may_be_posted(const struct weft_hibi_peer *peer, uint32_t length)
{
    return weft_hibi_is_core(peer) && length % 4 == 0;
}

/* Whether a peer answers with this note, while that is polled for. Before it there may be other notes, or a message,
 * which hides what follows it. The words that follow a request word that was consumed are none of these. In line: a
 * block's words wait for it. */
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
            weft_ring_consume(peer, 1);
            return true;
        }
        can_poll = weft_hibi_pass_note(peer);
    }
    return false;
}

uint32_t weft_hibi_destination(struct weft_hibi_peer *peer, uint32_t length)
{
    if (!may_be_posted(peer, length)) {
        return peer->stream;
    }
    const weft_word descriptor = weft_wire_posted_receive(weft_hibi_number_of(peer), peer->blocks_sent++);
    const uint32_t polls = POLLS + length / 4 / WORDS_OF_POLL;
    return is_answered(peer, descriptor, polls) ? weft_wire_bulk_beside(peer->stream) : peer->stream;
}

bool weft_hibi_is_awaited(struct weft_hibi_peer *peer)
{
    return is_answered(peer, weft_wire_note(weft_hibi_number_of(peer), WEFT_WIRE_AWAITED), POLLS_FOR_LONG);
}

/* Either all words come to the channel, or the first one comes to the ring; what comes there after an accepted
 * descriptor is of the next message, and comes when the channel has all. */
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

bool weft_hibi_post_receive(struct weft_hibi_peer *peer, void *buffer, uint32_t length)
{
    if (!may_be_posted(peer, length)) {
        return false;
    }
    const weft_word descriptor = weft_wire_posted_receive(weft_hibi.node, peer->blocks_taken++);
    if (*peer->held > 0 || peer->expected || !weft_link_direct(buffer)) {
        return false;
    }
    weft_hibi_call_for(peer, descriptor, buffer, length / 4);
    const uint32_t node = weft_hibi_number_of(peer);
    const bool has_come = await(node);
    if (has_come) {
        weft_hibi_have_received(node);
    } else {
        weft_hibi_receive_no_more(WEFT_HIBI_DMA_STREAMS + node);
    }
    return has_come;
}

#endif
