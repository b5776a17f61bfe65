/* Messages as the engine sends and takes them. */
#include "link/link.h"

#include "news.h"

/* The number of the message before. */
static uint32_t before(uint32_t number)
{
    return number - WEFT_SCRATCHPAD_NUMBER;
}

bool weft_scratchpad_has_slot(struct weft_scratchpad_peer *peer)
{
    if (peer->room == 0) {
        const uint32_t taken = peer->here->returned >> WEFT_SCRATCHPAD_NUMBER_SHIFT << WEFT_SCRATCHPAD_NUMBER_SHIFT;
        const uint32_t under_way = before(peer->number_out) - taken;
        peer->room = WEFT_SCRATCHPAD_SLOTS - (under_way >> WEFT_SCRATCHPAD_NUMBER_SHIFT);
    }
    return peer->room > 0;
}

/* Sends a message for which there is a slot. */
static void send(struct weft_scratchpad_peer *peer, weft_word label, const void *buffer, uint32_t length)
{
    if (length <= WEFT_LINK_BLOCK) {
        weft_scratchpad_put(peer->next_out->data, buffer, (length + 3) / 4);
    }
    weft_scratchpad_publish(peer, WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length);
    if (length > WEFT_LINK_BLOCK) {
        weft_scratchpad_write(peer, buffer, length);
    }
}

bool weft_scratchpad_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    struct weft_scratchpad_peer *const peer = weft_scratchpad_peer(node);
    if (!weft_scratchpad_has_slot(peer) || (length > WEFT_LINK_BLOCK && !weft_scratchpad_has_room(peer, length))) {
        return false;
    }
    send(peer, label, buffer, length);
    if (label == WEFT_LABEL_ANNOUNCE || label == WEFT_LABEL_GRANT) {
        weft_scratchpad.expected = node;
    }
    return true;
}

void weft_scratchpad_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    struct weft_scratchpad_peer *const peer = weft_scratchpad_peer(node);
    for (uint32_t looks = 0; !weft_scratchpad_has_slot(peer); looks++) {
        weft_scratchpad_pause(looks);
    }
    send(peer, label, buffer, length);
}

/* Looks so many times for the message that is expected, if one is. */
static void look_for_expected(uint32_t looks)
{
    const uint32_t node = weft_scratchpad.expected;
    while (node != weft_scratchpad.node && looks > 0 && !weft_scratchpad_has_come(node)) {
        looks--;
    }
}

weft_word weft_scratchpad_look(void)
{
    look_for_expected(1);
    if (weft_scratchpad.head == 0) {
        weft_scratchpad_ask_all();
    }
    return weft_scratchpad.head;
}

weft_word weft_scratchpad_wait(void)
{
    for (uint32_t looks = 0; weft_scratchpad.head == 0; looks += 4) {
        weft_scratchpad_pause(looks);
        look_for_expected(WEFT_SCRATCHPAD_PATIENCE);
        if (weft_scratchpad.head == 0) {
            weft_scratchpad_ask_all();
        }
    }
    return weft_scratchpad.head;
}

void weft_scratchpad_tell(struct weft_scratchpad_peer *peer, uint32_t batches)
{
    peer->returned = before(peer->number_in) | (peer->returned + batches) % WEFT_SCRATCHPAD_NUMBER;
    peer->there->returned = peer->returned;
}

bool weft_scratchpad_collect_credit(uint32_t node)
{
    struct weft_scratchpad_peer *const peer = weft_scratchpad_peer(node);
    const bool given = peer->here->returned % WEFT_SCRATCHPAD_NUMBER != peer->collected;
    peer->collected = (peer->collected + given) % WEFT_SCRATCHPAD_NUMBER;
    return given;
}

void weft_scratchpad_release(uint32_t node)
{
    struct weft_scratchpad_peer *const peer = &weft_scratchpad_peers[node];
    weft_scratchpad_in_order();
    *weft_scratchpad_seen_of(node) = (uint8_t)(peer->number_in >> WEFT_SCRATCHPAD_NUMBER_SHIFT);
    peer->next_in = weft_scratchpad_behind(peer->next_in, peer->here);
    peer->number_in += WEFT_SCRATCHPAD_NUMBER;
    if (weft_scratchpad_must_tell(peer)) {
        weft_scratchpad_tell(peer, 0);
    }
}

void weft_scratchpad_take(void *buffer)
{
    const uint32_t node = weft_scratchpad.head_node;
    struct weft_scratchpad_peer *const peer = &weft_scratchpad_peers[node];
    const uint32_t length = WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, weft_scratchpad.head);
    if (length <= WEFT_LINK_BLOCK) {
        weft_scratchpad_get(buffer, peer->next_in->data, length);
    } else {
        weft_scratchpad_read(peer, buffer, length);
    }
    weft_scratchpad_release(node);
    weft_scratchpad.head = 0;
    weft_scratchpad.expected = weft_scratchpad.node;
}
