/* Messages as the engine sends and takes them. */
#include "link_port.h"

#include "doorbell.h"

/* Is there a slot for a message to a node, as far as it has told? */
static bool has_slot(const struct weft_scratchpad_peer *peer)
{
    return peer->room > 0 || weft_scratchpad_free(peer, peer->here->returned) > 0;
}

/* Puts the head of a long message into the next slot. Numbers come again, so that the first word, though no core reads
 * it there, must not keep an old one. */
static void put_head(struct weft_scratchpad_peer *peer, uint32_t label, uint32_t length)
{
    peer->next_out->first = peer->number_out;
    peer->next_out->word = peer->number_out | label | WEFT_SCRATCHPAD_LONG | length;
}

/* Sends a message for which there is a slot. */
static void send(struct weft_scratchpad_peer *peer, weft_word plain_label, const void *buffer, uint32_t length)
{
    const uint32_t label = WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, plain_label);
    if (length <= WEFT_LINK_BLOCK) {
        weft_scratchpad_put_block(peer, label, buffer, length);
        weft_scratchpad_count(peer);
    } else {
        put_head(peer, label, length);
        weft_scratchpad_count(peer);
        weft_scratchpad_write(peer, buffer, length);
    }
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

/* Looks so many times for the message that is expected, if one is. */
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
    weft_scratchpad_release(node);
    weft_scratchpad.head = 0;
    weft_scratchpad.expected = weft_scratchpad.node;
}
