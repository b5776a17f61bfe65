/* The link over HIBI (docs/contract/hibi.md): the DMA controllers of the cores send words to addresses of each other.
 *
 * Each core has a stream channel for each peer, whose controller writes what that peer sends round and round into a
 * ring in the core's memory; a message is its request word and its data (link/wire/wire.h). The words of a long message
 * go to a packet channel of the pair, which the receiver sets up when it knows where it wants them, and says so.
 *
 * What the contract asks follows from this: a ring holds more than a peer can send without credit or answer, so that
 * what was begun to be sent is always on its way, and the wait for the controller is short.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"

#include "link/accel/accelerator.h"

/* A node of which nothing comes by itself: its driver speaks for it. */
#define WEFT_LINK_SPEAKS_FOR(node) weft_accel_is(node)

#define WEFT_LINK_STREAM (WEFT_BLOCK_LENGTH_MASK / WEFT_LINK_BLOCK * WEFT_LINK_BLOCK)
#define WEFT_LINK_OFFER WEFT_LINK_BLOCK
/* A receiver that takes one message behind the other is just about to give a batch: to wait a moment is shorter than to
 * send an RTS for the next message. */
#define WEFT_LINK_CREDIT_LOOKS 16
/* The words of a long message go to a channel that is ready before its sender hears of it. */
#define WEFT_LINK_EXPECTS_DATA

#define WEFT_LINK_SHORT_RTS WEFT_FAST_LONGEST

_Static_assert(WEFT_HIBI_DMA_STREAMS >= WEFT_PEERS && WEFT_HIBI_DMA_PACKETS >= WEFT_PEERS,
               "the link needs a stream and a packet channel for each peer");

/* rings.c, windows.c: looks for a message, which is the head then. */
weft_word weft_hibi_look(void);

/* rings.c: sends a request word, or a note, to a peer's stream. */
void weft_hibi_send_head(const struct weft_hibi_peer *peer, weft_word word);

/* send.c: waits until the words that were told to the controller are sent, and tells it of the short messages' again.
 */
void weft_hibi_finish_words(void);

/* send.c: sends words by a transfer, of which this is the end: the next one finds the controller free. One word; all of
 * a long message. */
void weft_hibi_send_words(const void *words, uint32_t count, uint32_t address);
void weft_hibi_send_single(uint32_t word, uint32_t address);

/* credit.c: a word to a peer's stream; the same, as a note, which an accelerator need not be told. */
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

/* A fast path may have left a word there as it came. */
static inline weft_word weft_link_head(void)
{
    const weft_word head = weft_hibi.head;
    const bool is_sorted = weft_wire_is_message(head) && (head & WEFT_WIRE_WITH_CREDIT) == 0;
    return is_sorted ? head : weft_hibi_look();
}

/* What was refused waits for an answer, which a look finds. */
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
