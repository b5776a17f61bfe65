/* A long message to a core that already waits for exactly it: no RTS, no CTS, no copy in between.
 *
 *     sender                                                 receiver
 *     takes the descriptor: atomic exchange   <-----------   waits: writes `wanted`, a descriptor near the sender
 *     slot's word, words of the message       ----------->   reads them while they come
 *
 * The descriptor is what the slot's word of the message will be: it says which message, how long, and that no other one
 * precedes it. The sender takes the descriptor by an atomic exchange and, if it matches the message that it is about to
 * send, begins at once: a receiver that waits for this message has taken all before it, so that there is room. A
 * receiver that cannot wait any longer takes its descriptor back in the same way. If it is gone, the sender has taken
 * it, and the sender's next message will come. */
#include "link_port.h"

#include "doorbell.h"

/* Returns the slot's word of a message without its number, or 0 if it is not to be offered. A message that may be eager
 * is not: one that is costs a credit. */
__attribute__((noinline)) static uint32_t word_of(uint32_t label, uint32_t length)
{
    return length > WEFT_LINK_LEAVES ? WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | WEFT_SCRATCHPAD_LONG | length : 0;
}

static uint32_t take_note(struct weft_scratchpad_channel *channel)
{
    return __atomic_exchange_n(&channel->wanted, 0, __ATOMIC_RELAXED);
}

bool weft_fast_offer(const void *data, uint32_t length, uint32_t rank, uint32_t label)
{
    struct weft_scratchpad_peer *const peer = (struct weft_scratchpad_peer *)weft_send_windows[rank];
    const uint32_t message = word_of(label, length);
    if (!peer || message == 0 || !weft_link_direct(data)) {
        return false;
    }
    if (peer->next_in == 0) {
        weft_scratchpad_peer(weft_scratchpad_node_of(peer));
    }
    if (take_note(peer->here) != (peer->number_out | message)) {
        return false;
    }
    peer->next_out->word = peer->number_out | message;
    peer->read_there = peer->written;
    peer->is_left_there = false;
    weft_scratchpad_write(peer, data, length);
    peer->next_out->first = peer->number_out;
    weft_scratchpad_count(peer);
    return true;
}

static inline bool is_next(const struct weft_scratchpad_peer *peer, uint32_t word)
{
    return weft_scratchpad_is_new(word, weft_scratchpad_number_in(peer));
}

/* Waits for the next message of a node. Returns whether it is the one wanted. */
static bool comes(struct weft_scratchpad_peer *peer, uint32_t node, uint32_t wanted)
{
    bool noted = true;
    uint32_t word;
    for (uint32_t polls = 1; !is_next(peer, word = peer->next_in->word); polls++) {
        if (noted && polls % WEFT_SCRATCHPAD_OWN_POLLS == 0 && weft_scratchpad_has_other(node)) {
            noted = false;
            if (take_note(peer->there) != 0) {
                return false;
            }
        }
        weft_scratchpad_pause_soon(polls);
    }
    if (word != wanted) {
        take_note(peer->there);
    }
    return word == wanted;
}

bool weft_fast_accept(void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context)
{
    struct weft_scratchpad_peer *const peer = (struct weft_scratchpad_peer *)weft_self()->peers[rank].receive_word;
    const uint32_t message = word_of(label, length);
    if (!peer || message == 0 || !weft_link_direct(data)) {
        return false;
    }
    const uint32_t node = weft_scratchpad_node_of(peer);
    weft_scratchpad_peer(node);
    const uint32_t wanted = weft_scratchpad_number_in(peer) | message;
    if (peer->is_left || is_next(peer, peer->next_in->word)) {
        return false;
    }
    *(volatile uint32_t *)&peer->there->wanted = wanted;
    WEFT_PROBE("receive", rank, label % WEFT_LABEL_TAGS, context, length);
    const bool right = comes(peer, node, wanted);
    WEFT_PROBE_HOLD("receive", rank, label % WEFT_LABEL_TAGS, context, length);
    if (right) {
        weft_scratchpad_release(node); /* while the first words are on their way */
        weft_scratchpad_read(peer, data, length);
        WEFT_RECEIVED(rank, label % WEFT_LABEL_TAGS, context, 0);
    }
    return right;
}
