/* Long messages whose RTS is one word, and whose CTS is one word as well:
 *
 *     sender                                              receiver
 *     request word, longer than a block  -- stream -->    waits for this message: sets up its packet channel
 *     polls                              <-- stream --    WEFT_WIRE_AWAITED
 *     all whole words of the message     -- bulk ---->    the channel writes them to the message's buffer
 *
 * If the length is not a multiple of 4, the last bytes follow the request word. A receiver that does not wait for the
 * message handles the request word like an RTS of the engine, and answers later by the engine's CTS.
 */
#include "link_port.h"

#include "link/hibi/sort.h"

bool weft_link_send_short_rts(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[node];
    const uint32_t target = (uint32_t)weft_link_send_window(node);
    weft_hibi_announce(peer, target, weft_wire_head(weft_hibi.node, label, length), buffer, length);
    return weft_hibi_send_announced(peer, buffer, length);
}

void weft_link_send_awaited(uint32_t node, const void *buffer, uint32_t length)
{
    weft_hibi_send_words(buffer, length / 4, weft_wire_bulk_beside(weft_hibi.peers[node].stream));
}

void weft_link_await(void *buffer)
{
    const weft_word head = weft_hibi.head;
    struct weft_hibi_peer *const peer = &weft_hibi.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head)];
    const uint32_t length = (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head);
    weft_hibi.head = 0;
    weft_hibi_take_announced(peer, buffer, length);
}
