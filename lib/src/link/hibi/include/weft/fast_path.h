/* The fast paths of the link over HIBI: a small message from the sender's buffer to the wrapper, or to what its
 * controller sends next, and from its receiver's stream to the buffer.
 *
 * Both functions return false when the case is not the simple one, having done nothing; the engine then does it.
 */
#ifndef WEFT_FAST_PATH_H
#define WEFT_FAST_PATH_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/hibi_dma.h>
#include <weft/platform.h>
#include <weft/probe.h>
#include <weft/wire.h>

#define WEFT_LINK_HAS_BARRIER 0

/* Whether words are sent by stores and taken by loads that wait, instead of by transfers and from rings. */
#define WEFT_HIBI_SINGLE_WORDS (WEFT_HIBI_DMA_WAITING_LOADS && WEFT_HIBI_DMA_SEND_WINDOWS >= WEFT_PEERS)

/* Messages of at most so many words are sent with their request word by one transfer; of longer ones the controller
 * reads the words where they are. */
#define WEFT_HIBI_COPIED 8u

/* What a core knows of a peer, by its number on the link. */
struct weft_hibi_peer {
    volatile uint32_t *held; /* register: words of its stream that have not been consumed */
    uint32_t *next;          /* where its next word will be */
    uint32_t *end;           /* of its ring */
    uint32_t stream;         /* HIBI address for messages to it; 0 of an accelerator */
    uint32_t data;           /* messages of data that it has not answered */
    bool given;              /* has given a batch of credits */
};

struct weft_hibi {
    weft_word word; /* of messages of this node, without label and length */
    weft_word head; /* request word of the message at the head; 0: none that we know of */
    uint32_t node;
    uint32_t single;                         /* the last word that was sent alone */
    uint32_t turn;                           /* the peer that the last word was taken from */
    uint32_t outgoing[1 + WEFT_HIBI_COPIED]; /* a short message that is sent by one transfer */
    struct weft_hibi_peer peers[WEFT_PEERS];
};

extern struct weft_hibi weft_hibi;

/* send.c: a message that is none of the simplest. */
bool weft_hibi_send_other(uint32_t gate, weft_word head, const void *data, uint32_t length);

/* credit.c: a rank may have given a batch of credits, since there is room for it; a batch of its blocks was
 * consumed. */
void weft_hibi_spent(uint32_t rank);
void weft_hibi_owe_none(struct weft_peer *peer);

/* receive.c: takes the data of a message of at most a block, of which the request word has been consumed. */
void weft_hibi_take_rest(void *buffer, uint32_t length);

/* receive.c: takes a message of which a peer's ring has at least the request word: returns its length. */
uint32_t weft_hibi_collect_words(struct weft_hibi_peer *peer, void *data, uint32_t length);

/* receive.c: whether a word of a stream was a credit or an answer to data, so that the next one may be what is wanted.
 * `word` has been consumed, and if it is a message's, is the head from now on. */
bool weft_hibi_is_noted(weft_word word);

/* receive.c: the same of the next word of a peer's ring, which is consumed if so. */
bool weft_hibi_pass_note(struct weft_hibi_peer *peer);

/* What the controller reaches: words of the core's data memory. */
WEFT_INLINE bool weft_link_direct(const void *buffer)
{
    const uintptr_t address = (uintptr_t)buffer;
    return address % 4u == 0 && address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE;
}

#if WEFT_HIBI_SINGLE_WORDS
#include <weft/fast_path_windows.h>
#else
#include <weft/fast_path_rings.h>
#endif

/* Sends at most a block to `rank`. */
WEFT_INLINE bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, uint32_t label)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const uint32_t gate = (uint32_t)weft_send_gates[rank];
    const weft_word head = weft_hibi.word + (WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length);
    if (!WEFT_LIKELY(gate != (uint32_t)WEFT_GATE_CLOSED) || !WEFT_LIKELY(weft_hibi_put(gate, head, data, length))) {
        return false;
    }
    WEFT_SENT(rank, label % WEFT_LABEL_TAGS, label / WEFT_LABEL_TAGS, length);
    if (!WEFT_LIKELY(--peer->credits > WEFT_CREDITS - WEFT_CREDIT_BATCH)) {
        weft_hibi_spent(rank);
    }
    return true;
}

/* Receives a message of `rank` if the next one of all is the one wanted; waits for it to come. On true, `*length` is
 * its length in bytes, at most `capacity`. */
WEFT_INLINE bool weft_fast_receive(void *data, uint32_t capacity, uint32_t rank, uint32_t context, uint32_t tag,
                                   uint32_t *length)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const weft_word word = peer->receive_word;
    const int32_t owed = peer->owed + 1;
    if (!WEFT_LIKELY(word != 0) || !WEFT_LIKELY(weft_hibi.head == 0) || !WEFT_LIKELY((uintptr_t)data % 4u == 0)) {
        return false;
    }
    const weft_word empty = word + WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, weft_label(context, tag));
    WEFT_PROBE("receive", rank, tag, context, capacity);
    const uint32_t taken = weft_hibi_collect(data, capacity, empty);
    WEFT_PROBE_HOLD("receive", rank, tag, context, capacity);
    if (!WEFT_LIKELY(taken <= capacity)) {
        return false;
    }
    WEFT_RECEIVED(rank, tag, context, 0);
    *length = taken;
    peer->owed = owed;
    if (!WEFT_LIKELY(owed < WEFT_CREDIT_BATCH)) {
        weft_hibi_owe_none(peer);
    }
    return true;
}

#endif
