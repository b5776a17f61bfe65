/* Long messages whose RTS is one word, and whose CTS is another one:
 *
 *     sender                                              receiver
 *     request word, longer than a block  -- stream -->    waits for this message: its packet channel takes the words
 *     polls                              <-- stream --    awaited
 *     all whole words of the message     -- bulk ---->    the channel is through
 *
 * The last bytes of a message that does not end with a word follow the request word. A receiver that does not wait for
 * the message takes the request word for an RTS, and answers later in the engine's way, by a CTS.
 */
#include "link_port.h"

#include "link/hibi/sort.h"

/* While the answer is awaited, the controller can be told what to send. */
static bool send_when_awaited(struct weft_hibi_peer *peer, const void *buffer, uint32_t length)
{
    weft_hibi_set_words(buffer, length / 4);
    const bool is_awaited = weft_hibi_is_awaited(peer);
    if (is_awaited) {
        weft_hibi_begin_to(weft_wire_bulk_beside(peer->stream));
        weft_hibi_wait_until_sent();
    }
    weft_hibi_set_outgoing();
    return is_awaited;
}

bool weft_link_send_short_rts(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const uint32_t *const words = buffer;
    weft_hibi_send_word(node, weft_wire_head(weft_hibi.node, label, length));
    if (length % 4 != 0) {
        weft_hibi_send_word(node, words[length / 4]);
    }
    return send_when_awaited(&weft_hibi.peers[node], buffer, length);
}

void weft_link_send_awaited(uint32_t node, const void *buffer, uint32_t length)
{
    weft_hibi_send_words(buffer, length / 4, weft_wire_bulk_beside(weft_hibi.peers[node].stream));
}

/* The last bytes have come with the request word, or nearly. */
void weft_hibi_await_words(uint32_t node, void *buffer, uint32_t length)
{
    weft_hibi_call_for(&weft_hibi.peers[node], weft_wire_note(weft_hibi.node, WEFT_WIRE_AWAITED), buffer, length / 4);
    weft_hibi_take_rest((uint8_t *)buffer + length / 4 * 4, length % 4);
    weft_hibi_wait_until_received(node);
}

void weft_link_await(void *buffer)
{
    const weft_word head = weft_hibi.head;
    weft_hibi.head = 0;
    weft_hibi_await_words(WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head), buffer,
                          (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head));
}
