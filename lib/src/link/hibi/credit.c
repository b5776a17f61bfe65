/* Credits, and the answers to data: words in the streams that are no messages. An accelerator counts neither: whatever
 * it is sent has been answered before the next. */
#include "link/link.h"

#include "link/accel/accelerator.h"

void weft_hibi_tell(uint32_t node, enum weft_wire_note note)
{
    const weft_word word = weft_wire_note(weft_hibi.node, note);
    if (weft_accel_is(node)) {
        return;
    }
#if WEFT_HIBI_SINGLE_WORDS
    *(volatile uint32_t *)weft_hibi_gate(node) = word;
#else
    weft_hibi_send_single(word, weft_hibi.peers[node].stream);
#endif
}

void weft_hibi_note(weft_word word)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, word)];
    if (weft_wire_is_credit(word)) {
        peer->given = true;
    } else {
        peer->data--;
    }
}

/* A credit may lie before the next message. */
bool weft_hibi_take_credit(uint32_t node)
{
    weft_link_head();
    const bool given = weft_hibi.peers[node].given || weft_accel_is(node);
    weft_hibi.peers[node].given = false;
    return given;
}

static uint32_t node_behind(int32_t gate)
{
    uint32_t node = 0;
    while (weft_hibi_gate(node) != gate) {
        node++;
    }
    return node;
}

void weft_hibi_spent(uint32_t rank)
{
    if (weft_hibi_take_credit(node_behind(weft_send_gates[rank]))) {
        weft_self()->peers[rank].credits = WEFT_CREDIT_BATCH;
    } else {
        weft_send_gates[rank] = WEFT_GATE_CLOSED;
    }
}

void weft_hibi_owe_none(struct weft_peer *peer)
{
    peer->owed = 0;
    weft_hibi_tell(WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, peer->receive_word), WEFT_WIRE_CREDIT);
}
