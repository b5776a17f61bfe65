/* Sending of data messages whose CTS has come, and of messages longer than a block. How the words of a block leave the
 * core is in rings.c and posted_receive.c, and in windows.c.
 */
#include "link_port.h"

#include <stddef.h>

#include "link/accel/accelerator.h"

static const uint32_t addresses[WEFT_PEERS] = WEFT_HIBI_PEER_ADDRESSES;

void weft_hibi_finish_words(void)
{
    weft_hibi_wait_until_sent();
    weft_hibi_set_outgoing();
}

void weft_hibi_send_words(const void *words, uint32_t count, uint32_t address)
{
    weft_hibi_begin(words, count, address);
    weft_hibi_finish_words();
}

void weft_hibi_send_single(uint32_t word, uint32_t address)
{
    weft_hibi.single = word;
    weft_hibi_send_words(&weft_hibi.single, 1, address);
}

/* A driver of an accelerator starts transfers of its own: afterwards the registers are set for short messages again. */
static bool send_to_accelerator(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const bool sent = weft_accel_try_send(weft_hibi.node, node, label, buffer, length);
    weft_hibi_finish_words();
    return sent;
}

bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const weft_word head = weft_wire_head(weft_hibi.node, label, length);
    struct weft_hibi_peer *const peer = &weft_hibi.peers[node];
    const bool is_data = weft_wire_is_data(head);
    if (weft_accel_is(node)) {
        return send_to_accelerator(node, label, buffer, length);
    }
    if (is_data && peer->data == WEFT_WIRE_DATA) {
        return false;
    }
    peer->data += is_data;
    peer->expects &= !is_data; /* its receiver sees that the message is shorter than it may be */
    return weft_hibi_put((uint32_t)weft_link_send_window(node), head, buffer, length);
}

/* The bytes after the last whole word go with the request word. A receiver that does not expect the words reports when
 * it is ready for them, by a word to this node's packet channel. The channel is free: a node that sends in this way
 * receives no long message itself. */
static void send_long(uint32_t node, weft_word label, const uint32_t *words, uint32_t length)
{
    const bool is_expected = weft_hibi.peers[node].expects;
    uint32_t ready;
    weft_hibi.peers[node].expects = false;
    if (!is_expected) {
        weft_hibi_begin_to_receive(&weft_hibi.peers[node], &ready, 1);
    }
    weft_hibi_send_single(weft_wire_head(weft_hibi.node, label, length), weft_hibi.peers[node].stream);
    if (length % 4 != 0) {
        weft_hibi_send_single(words[length / 4], weft_hibi.peers[node].stream);
    }
    if (!is_expected) {
        weft_hibi_wait_until_received(&weft_hibi.peers[node]);
    }
    weft_hibi_send_words(words, length / 4, weft_wire_bulk(addresses[node], weft_hibi.node));
}

void weft_link_is_expected(uint32_t node)
{
    weft_hibi.peers[node].expects = true;
}

bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    if (length > WEFT_LINK_BLOCK) {
        send_long(node, label, buffer, length);
        return true;
    }
    while (!weft_link_try_send(node, label, buffer, length)) {
        if (weft_link_head() != 0) {
            return false;
        }
    }
    return true;
}
