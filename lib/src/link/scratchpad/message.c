/* Messages that the engine sends and takes. */
#include "link_port.h"

#include "doorbell.h"

/* Is there a slot for a message to a node, as far as it has told? */
static bool has_slot(const struct weft_scratchpad_peer *peer)
{
    return peer->room > 0 || weft_scratchpad_free(peer, peer->here->returned) > 0;
}

__attribute__((noinline)) void weft_scratchpad_count(struct weft_scratchpad_peer *peer)
{
    peer->room -= peer->room > 0;
    weft_scratchpad_ring(peer, weft_scratchpad_go_on(peer));
}

/* Sends a message for which there is a slot. */
__attribute__((noinline)) static void send(struct weft_scratchpad_peer *peer, weft_word label, const void *buffer,
                                           uint32_t length)
{
    weft_scratchpad_put(peer, WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label), buffer, length);
    weft_scratchpad_count(peer);
}

bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    struct weft_scratchpad_peer *const peer = weft_scratchpad_peer(node);
    if (!has_slot(peer) || (length > WEFT_LINK_BLOCK && !weft_scratchpad_has_room(peer, length))) {
        return false;
    }
    send(peer, label, buffer, length);
    if (label == WEFT_LABEL_RTS || label == WEFT_LABEL_CTS) {
        weft_scratchpad.expected = node;
    }
    return true;
}

void weft_scratchpad_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    struct weft_scratchpad_peer *const peer = weft_scratchpad_peer(node);
    for (uint32_t polls = 0; !has_slot(peer); polls++) {
        weft_scratchpad_pause_soon(polls);
    }
    send(peer, label, buffer, length);
}

/* Polls this number of times for the expected message, if one is expected. */
static void look_for_expected(uint32_t polls)
{
    const uint32_t node = weft_scratchpad.expected;
    while (node != weft_scratchpad.node && polls > 0 && !weft_scratchpad_has_come(node)) {
        polls--;
    }
}

weft_word weft_scratchpad_look(void)
{
    look_for_expected(1);
    if (weft_scratchpad.head == 0) {
        weft_scratchpad_poll_all();
    }
    return weft_scratchpad.head;
}

weft_word weft_scratchpad_wait(void)
{
    for (uint32_t polls = 0; weft_scratchpad.head == 0; polls += 4) {
        weft_scratchpad_pause_soon(polls);
        look_for_expected(WEFT_SCRATCHPAD_OWN_POLLS);
        if (weft_scratchpad.head == 0) {
            weft_scratchpad_poll_all();
        }
    }
    return weft_scratchpad.head;
}

void weft_scratchpad_release(uint32_t node)
{
    struct weft_scratchpad_peer *const peer = &weft_scratchpad_peers[node];
    weft_scratchpad_in_order();
    peer->next_in = weft_scratchpad_behind(peer->next_in, peer->here);
    weft_scratchpad_set_taken(peer, weft_scratchpad_number_in(peer));
    if (weft_scratchpad_must_tell(peer)) {
        weft_scratchpad_tell(peer, 0);
    }
}

/* Ends the taking of the message at the head. */
__attribute__((noinline)) static void end(uint32_t node)
{
    weft_scratchpad_release(node);
    weft_scratchpad.head = 0;
    weft_scratchpad.expected = weft_scratchpad.node;
}

#if WEFT_LINK_LEAVES > 0
/* An eager message may stay in the ring of words until its receiver has taken data of other nodes. */
uint32_t weft_link_longest(uint32_t node)
{
    struct weft_scratchpad_peer *const peer = weft_scratchpad_peer(node);
    return peer->is_left_there && !weft_scratchpad_is_empty(peer) ? WEFT_LINK_BLOCK : WEFT_LINK_STREAM;
}

void weft_link_leave(void)
{
    const uint32_t node = weft_scratchpad.head_node;
    weft_scratchpad_peers[node].is_left = true;
    end(node);
}

void weft_link_fetch(uint32_t node, void *buffer, uint32_t length)
{
    struct weft_scratchpad_peer *const peer = &weft_scratchpad_peers[node];
    peer->is_left = false;
    weft_scratchpad_read(peer, buffer, length);
}
#endif

void weft_link_take(void *buffer)
{
    const uint32_t node = weft_scratchpad.head_node;
    struct weft_scratchpad_peer *const peer = &weft_scratchpad_peers[node];
    const uint32_t length = WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, weft_scratchpad.head);
    if (length <= WEFT_LINK_BLOCK) {
        weft_scratchpad_get_block(buffer, length, peer->next_in, weft_scratchpad.head_word);
    } else {
        weft_scratchpad_read(peer, buffer, length);
    }
    end(node);
}
