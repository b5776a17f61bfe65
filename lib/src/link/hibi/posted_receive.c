/* See posted_receive.h. */
#include "link/hibi/posted_receive.h"

#include "link/hibi/ring.h"

#if !WEFT_HIBI_SINGLE_WORDS

/* The sender polls for a descriptor as long as a word takes to the receiver and back, with its instructions in between,
 * and beyond that as long as the receiver would copy words: so polling costs no more than the words would cost without
 * it. */
#define POLLS 32u
#define WORDS_OF_POLL 4u
/* Without an answer, a long message goes the engine's way, which takes longer than that. */
#define POLLS_FOR_LONG 64u

static inline uint32_t number_of(const struct weft_hibi_peer *peer)
{
    return (uint32_t)(peer - weft_hibi.peers);
}

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
    for (bool can_poll = weft_hibi.head == 0; can_poll && polls > 0; polls--) {
        const uint32_t held = *peer->held;
        weft_hibi_in_order();
        if (held > 0 && *peer->next == note) {
            weft_ring_consume(peer, 1);
            return true;
        }
        can_poll = held == 0 || weft_hibi_pass_note(peer);
    }
    return false;
}

uint32_t weft_hibi_destination(struct weft_hibi_peer *peer, uint32_t length)
{
    if (!may_be_posted(peer, length)) {
        return peer->stream;
    }
    const weft_word descriptor = weft_wire_posted_receive(number_of(peer), peer->blocks_sent++);
    const uint32_t polls = POLLS + length / 4 / WORDS_OF_POLL;
    return is_answered(peer, descriptor, polls) ? weft_wire_bulk_beside(peer->stream) : peer->stream;
}

bool weft_hibi_is_awaited(struct weft_hibi_peer *peer)
{
    return is_answered(peer, weft_wire_note(number_of(peer), WEFT_WIRE_AWAITED), POLLS_FOR_LONG);
}

/* Either all words come to the channel, or the first one comes to the ring; what comes there after an accepted
 * descriptor is of the next message, and comes when the channel has all. */
static bool await(const struct weft_hibi_peer *peer, uint32_t channel)
{
    bool has_come;
    bool refused;
    do {
        refused = *peer->held > 0;
        has_come = weft_hibi_is_received(channel);
    } while (!has_come && !refused);
    return has_come;
}

bool weft_hibi_post_receive(struct weft_hibi_peer *peer, void *buffer, uint32_t length)
{
    if (!may_be_posted(peer, length)) {
        return false;
    }
    const uint32_t node = number_of(peer);
    const uint32_t channel = WEFT_HIBI_DMA_STREAMS + node;
    const weft_word descriptor = weft_wire_posted_receive(weft_hibi.node, peer->blocks_taken++);
    if (*peer->held > 0 || peer->expected || !weft_link_direct(buffer)) {
        return false;
    }
    weft_hibi_begin_to_receive(node, buffer, length / 4);
    weft_hibi_send_head(peer, descriptor);
    const bool has_come = await(peer, channel);
    if (has_come) {
        weft_hibi_clear(channel);
    } else {
        weft_hibi_receive_no_more(channel);
    }
    return has_come;
}

#endif
