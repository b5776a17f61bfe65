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

static inline struct weft_hibi_peer *peer_behind(int32_t gate)
{
#if WEFT_HIBI_SINGLE_WORDS
    return &weft_hibi.peers[(volatile uint32_t *)gate - weft_hibi_register(WEFT_HIBI_DMA_WINDOW)];
#else
    return (struct weft_hibi_peer *)gate;
#endif
}

/* A batch may not have been found yet: the last credit is reason to look for it. */
void weft_hibi_spent(uint32_t rank)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    struct weft_hibi_peer *const way = peer_behind(weft_send_gates[rank]);
    if (!way->given && peer->credits == 0) {
        weft_link_head();
    }
    if (way->given) {
        way->given = false;
        peer->credits += WEFT_CREDIT_BATCH;
    } else if (peer->credits == 0) {
        weft_send_gates[rank] = WEFT_GATE_CLOSED;
    }
}

void weft_hibi_owe_none(struct weft_peer *peer)
{
    peer->owed = 0;
    weft_hibi_tell(WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, peer->receive_word), WEFT_WIRE_CREDIT);
}
