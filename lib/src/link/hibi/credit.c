/* Notes, which are words in the streams but not messages: credits, and the answers to data messages. An accelerator has
 * neither: it answers each message before it is sent the next one. */
#include "link_port.h"

#include "link/accel/accelerator.h"

void weft_hibi_send_word(uint32_t node, weft_word word)
{
#if WEFT_HIBI_SINGLE_WORDS
    weft_hibi_register(WEFT_HIBI_DMA_WINDOW)[node] = word;
#else
    weft_hibi_send_head(&weft_hibi.peers[node], word);
#endif
}

void weft_hibi_tell(uint32_t node, enum weft_wire_note note)
{
    if (!weft_accel_is(node)) {
        weft_hibi_send_word(node, weft_wire_note(weft_hibi.node, note));
    }
}

void weft_hibi_note(weft_word word)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, word)];
    if (weft_wire_is_credit(word)) {
        peer->given = true;
    } else if (!weft_wire_is_posted_receive(word)) {
        peer->data--;
    }
}

/* If the peer is a core, the batch goes with the next message to it, provided that there is one before too many are
 * owed. */
void weft_hibi_owes_batch(const struct weft_fast_from *from)
{
    if (from->from.peer->owed < WEFT_HIBI_MOST_OWED && weft_hibi_is_core(from->link)) {
        weft_hibi_set_carries(from->link, WEFT_WIRE_WITH_CREDIT);
    } else {
        weft_credit_give_early((int32_t)from->from.rank);
    }
}

void weft_link_give_credit(uint32_t node)
{
    weft_hibi_set_carries(&weft_hibi.peers[node], 0);
    weft_hibi_tell(node, WEFT_WIRE_CREDIT);
}

/* A credit that has not been read yet may precede the next message. */
bool weft_link_take_credit(uint32_t node)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[node];
    if (!peer->given) {
        weft_link_head();
    }
    const bool given = peer->given || weft_accel_is(node);
    peer->given = false;
    return given;
}
