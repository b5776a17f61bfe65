/* Credits, and the answers to data: words in the streams that are no messages. An accelerator counts neither: whatever
 * it is sent has been answered before the next. */
#include "link_port.h"

#include "link/accel/accelerator.h"

#define LOOKS 16u

static inline void tell_program(uint32_t node, enum weft_wire_note note)
{
    const weft_word word = weft_wire_note(weft_hibi.node, note);
#if WEFT_HIBI_SINGLE_WORDS
    weft_hibi_register(WEFT_HIBI_DMA_WINDOW)[node] = word;
#else
    weft_hibi_send_single(word, weft_hibi.peers[node].stream);
#endif
}

void weft_hibi_tell(uint32_t node, enum weft_wire_note note)
{
    if (!weft_accel_is(node)) {
        tell_program(node, note);
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

/* A credit may lie before the next message. */
bool weft_link_take_credit(uint32_t node)
{
    weft_link_head();
    const bool given = weft_hibi.peers[node].given || weft_accel_is(node);
    weft_hibi.peers[node].given = false;
    return given;
}

static inline uint32_t node_behind(int32_t target)
{
#if WEFT_HIBI_SINGLE_WORDS
    return (uint32_t)((volatile uint32_t *)target - weft_hibi_register(WEFT_HIBI_DMA_WINDOW));
#else
    return (uint32_t)((struct weft_hibi_peer *)target - weft_hibi.peers);
#endif
}

/* The batch may not have been found yet; or a receiver that takes one message behind the other is just about to give
 * it: to wait a moment is shorter than to send an RTS for the next message. */
void weft_hibi_spent(uint32_t rank)
{
    const uint32_t node = node_behind(weft_send_windows[rank]);
    bool given = false;
    for (uint32_t looks = 0; !given && looks < LOOKS; looks++) {
        given = weft_link_take_credit(node);
    }
    if (given) {
        weft_self()->peers[rank].credits = WEFT_CREDIT_BATCH;
    } else {
        weft_set_windows((int32_t)rank);
    }
}

void weft_hibi_give_early(struct weft_peer *peer)
{
    peer->owed -= WEFT_CREDIT_BATCH;
    tell_program(WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, peer->receive_word), WEFT_WIRE_CREDIT);
}
