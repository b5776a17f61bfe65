/* The link over HIBI (docs/contract/hibi.md): the cores' DMA controllers send words to each other's HIBI addresses.
 *
 * Each core has a stream channel for each peer, whose controller writes what that peer sends into a ring in the core's
 * memory; a message is its request word and its data (link/wire/wire.h). Each pair also has a packet channel for the
 * words of long messages: the receiver sets it up when it knows their destination, and tells the sender.
 *
 * The contract holds because a ring has room for more than a peer may send without a credit or an answer: what a node
 * has begun to send always gets through, and the wait for the controller is short.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"

#include "link/accel/accelerator.h"

/* A node that sends nothing by itself, an accelerator: its driver acts for it. */
#define WEFT_LINK_SPEAKS_FOR(node) weft_accel_is(node)

#define WEFT_LINK_STREAM (WEFT_BLOCK_LENGTH_MASK / WEFT_LINK_BLOCK * WEFT_LINK_BLOCK)
#define WEFT_LINK_OFFER WEFT_LINK_BLOCK
/* How often to poll for credits. A receiver that takes one message after another is about to give a batch: to wait for
 * that takes less time than to send an RTS for the next message. */
#define WEFT_LINK_CREDIT_LOOKS 16
/* The channel for the words of a long message is ready before the sender is told so. */
#define WEFT_LINK_EXPECTS_DATA

#define WEFT_LINK_SHORT_RTS WEFT_FAST_LONGEST

_Static_assert(WEFT_HIBI_DMA_STREAMS >= WEFT_PEERS && WEFT_HIBI_DMA_PACKETS >= WEFT_PEERS,
               "the link needs a stream and a packet channel for each peer");

/* rings.c, windows.c: polls for a message, which becomes the head. Returns its request word, or 0. */
weft_word weft_hibi_look(void);

/* rings.c: sends a request word or a note to a peer's stream. */
void weft_hibi_send_head(const struct weft_hibi_peer *peer, weft_word word);

/* send.c: waits until the controller has sent the words that it was started with, then sets its registers for short
 * messages again. */
void weft_hibi_finish_words(void);

/* send.c: sends words, or a single word, by a transfer and waits for its end: the next transfer finds the controller
 * free. */
void weft_hibi_send_words(const void *words, uint32_t count, uint32_t address);
void weft_hibi_send_single(uint32_t word, uint32_t address);

/* credit.c: sends a word to a peer's stream; sends a note, unless the peer is an accelerator; handles a note that has
 * come. */
void weft_hibi_send_word(uint32_t node, weft_word word);
void weft_hibi_tell(uint32_t node, enum weft_wire_note note);
void weft_hibi_note(weft_word word);

static inline int32_t weft_link_send_window(uint32_t node)
{
    if (weft_accel_is(node)) {
        return WEFT_SEND_WINDOW_CLOSED;
    }
#if WEFT_HIBI_SINGLE_WORDS
    return (int32_t)(uintptr_t)(weft_hibi_register(WEFT_HIBI_DMA_WINDOW) + node);
#else
    return (int32_t)(uintptr_t)&weft_hibi.peers[node];
#endif
}

/* A fast path may have left an unsorted word in `head`. */
static inline weft_word weft_link_head(void)
{
    const weft_word head = weft_hibi.head;
    const bool is_sorted = weft_wire_is_message(head) && (head & WEFT_WIRE_WITH_CREDIT) == 0;
    return is_sorted ? head : weft_hibi_look();
}

/* A refused message waits for an answer, which polling finds. */
static inline void weft_link_rest(void)
{
    weft_link_head();
}

static inline bool weft_link_has_short_rts(uint32_t node)
{
    return weft_hibi_is_core(&weft_hibi.peers[node]);
}

#include "link/common.h"
#include "link/link.h"

#endif
