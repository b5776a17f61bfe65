/* Receiving of the next message from any peer. The request word of the message at the head has been consumed, its data
 * have not. How the core reads words is in rings.c, and in windows.c.
 */
#include <stddef.h>

#include "link/accel/accelerator.h"
#include "link/hibi/sort.h"

static const uint32_t addresses[WEFT_PEERS] = WEFT_HIBI_PEER_ADDRESSES;

static inline uint32_t length_of(weft_word head)
{
    return (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head);
}

weft_word weft_hibi_answer(uint32_t ready)
{
    uint32_t answered = ready & WEFT_ACCELERATOR_BITS;
    weft_word head = 0;
    for (uint32_t node = 0; answered != 0 && head == 0; node++, answered >>= 1) {
        if ((answered & 1u) != 0) {
            head = weft_accel_look(node);
        }
    }
    return head;
}

weft_word weft_hibi_sort(weft_word word)
{
    if (weft_wire_is_message(word)) {
        weft_hibi.head = weft_hibi_without_credit(word);
    } else if (weft_wire_is_awaited(word)) {
        weft_hibi.head = weft_wire_head(WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, word), WEFT_LABEL_CTS, 0);
    } else {
        weft_hibi_note(word);
    }
    return weft_hibi.head;
}

bool weft_link_expect(uint32_t node, void *buffer, uint32_t length)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[node];
    const bool is_long = length > WEFT_LINK_BLOCK && weft_hibi_is_core(peer);
    if (is_long) {
        peer->expected = buffer;
        weft_hibi_begin_to_receive(peer, buffer, length / 4);
    }
    return is_long;
}

static void expect_no_more(uint32_t node)
{
    weft_hibi_receive_no_more(WEFT_HIBI_DMA_STREAMS + node);
    weft_hibi.peers[node].expected = NULL;
}

void weft_link_expect_not(uint32_t node, const void *buffer)
{
    if (weft_hibi.peers[node].expected == buffer) {
        expect_no_more(node);
    }
}

/* Takes a long message: its words go straight to their destination; its last bytes are in the stream. */
static void take_long(uint32_t node, uint8_t *to, uint32_t length)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[node];
    weft_hibi_take_rest(to + length / 4 * 4, length % 4);
    if (peer->expected != to) {
        weft_hibi_begin_to_receive(peer, to, length / 4);
        weft_hibi_send_single(WEFT_WIRE_READY, weft_wire_bulk(addresses[node], weft_hibi.node));
    }
    peer->expected = NULL;
    weft_hibi_wait_until_received(peer);
}

void weft_link_take(void *buffer)
{
    const weft_word head = weft_hibi.head;
    const uint32_t node = WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head);
    weft_hibi.head = 0;
    if (weft_wire_is_data(head) && weft_hibi.peers[node].expected) { /* a piece of a block */
        expect_no_more(node);
    }
    if (weft_accel_is(node)) {
        weft_accel_take(node, buffer);
    } else if (length_of(head) > WEFT_LINK_BLOCK && WEFT_FIELD_GET(WEFT_BLOCK_LABEL, head) < WEFT_LABEL_ESCAPE) {
        weft_hibi_take_rest(buffer, length_of(head) % 4); /* of an RTS */
    } else if (length_of(head) > WEFT_LINK_BLOCK) {
        take_long(node, buffer, length_of(head));
    } else {
        weft_hibi_take_rest(buffer, length_of(head));
    }
    if (weft_wire_is_data(head)) {
        weft_hibi_tell(node, WEFT_WIRE_TAKEN);
    }
}
