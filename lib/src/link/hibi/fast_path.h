/* The fast paths of the link over HIBI: a small message from the sender's buffer to the wrapper, or to what its
 * controller sends next, and from its receiver's stream to the buffer.
 *
 * Both functions return false when the case is not the simple one, having done nothing; the engine then does it.
 */
#ifndef WEFT_FAST_PATH_H
#define WEFT_FAST_PATH_H

#include "link/wire/wire.h"
#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/hibi_dma.h>
#include <weft/platform.h>
#include <weft/probe.h>

#define WEFT_LINK_HAS_BARRIER 0

/* Whether words are sent by stores and taken by loads that wait, instead of by transfers and from rings. */
#define WEFT_HIBI_SINGLE_WORDS (WEFT_HIBI_DMA_WAITING_LOADS && WEFT_HIBI_DMA_SEND_WINDOWS >= WEFT_PEERS)

/* A message whose RTS is its request word, of as many bytes as that can tell, may be received on the fast path. */
#define WEFT_FAST_LONGEST WEFT_BLOCK_LENGTH_MASK

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
    const void *expected;    /* where its packet channel takes its next data; null: it is not ready */
    uint16_t blocks_sent;    /* to it, and taken of it, whose receive may be posted */
    uint16_t blocks_taken;
    bool expects; /* whether it is ready for the next data to it */
    bool given;   /* has given a batch of credits */
};
#ifdef __riscv
_Static_assert(sizeof(struct weft_hibi_peer) == 32, "a power of two, so that finding one takes no multiplication");
#endif

struct weft_hibi {
    weft_word word; /* of messages of this node, without label and length */
    weft_word head; /* request word of the message at the head; 0: none that we know of */
    uint32_t node;
    uint32_t prepared; /* what the controller's registers are written for: weft_hibi_short(); 0: none of these */
    uint32_t single;   /* the last word that was sent alone */
    uint32_t turn;     /* the peer that the last word was taken from */
    uint32_t outgoing[1 + WEFT_HIBI_COPIED]; /* a short message that is sent by one transfer */
    struct weft_hibi_peer peers[WEFT_PEERS];
};

extern struct weft_hibi weft_hibi;

/* A word of a program's buffer, or of a ring. */
typedef uint32_t __attribute__((may_alias)) weft_hibi_word;

/* The bytes behind the last whole word of a message: of this word. */
WEFT_INLINE void weft_hibi_unpack_last(void *data, uint32_t length, uint32_t last)
{
    uint8_t *byte = (uint8_t *)data + length / 4 * 4;
    if (length % 4 >= 2) {
        *(uint16_t __attribute__((may_alias)) *)(void *)byte = (uint16_t)last;
        byte += 2;
        last >>= 16;
    }
    if (length % 2 != 0) {
        *byte = (uint8_t)last;
    }
}

/* A transfer of `count` (0 to 8) data words and their request word to the peer with this window: a number of its own,
 * since peers are more than eight bytes apart. */
WEFT_INLINE uint32_t weft_hibi_short(uint32_t target, uint32_t count)
{
    return target + 1 + count;
}

/* rings.c, windows.c: a message that is none of the simplest. */
bool weft_hibi_send_other(uint32_t target, weft_word head, const void *data, uint32_t length);

/* The same: takes the data of a message of at most a block, of which the request word has been consumed. */
void weft_hibi_take_rest(void *buffer, uint32_t length);

/* rings.c: whether the next word of a peer's ring was a credit or an answer to data, which is consumed then. */
bool weft_hibi_pass_note(struct weft_hibi_peer *peer);

/* What the controller reaches: words of the core's data memory. */
WEFT_INLINE bool weft_link_direct(const void *buffer)
{
    const uintptr_t address = (uintptr_t)buffer;
    return address % 4u == 0 && address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE;
}

/* What is the same for all messages between this rank and another with one label, found once; `word` is the request
 * word of one of 4 bytes. A receiver may take those of the next context as well, whose label has one bit more. Whoever
 * keeps what was found is told when it lapses since a window has closed. */
#define WEFT_LINK_HAS_ENDS 1

struct weft_fast_to {
    uint32_t target;
    weft_word word;
    struct weft_peer *peer;
    uint32_t rank, tag, context;
};

struct weft_fast_from {
    struct weft_peer *peer;
    weft_word word;
    weft_word either; /* 0, or the bit that tells the two contexts apart */
    uint32_t rank, tag, context;
};

/* A message of the second context has been taken, which the program is told of. */
#define WEFT_HIBI_TOLD (UINT32_C(1) << 31)

/* What to return of a message with this request word that has been taken. */
static inline uint32_t weft_hibi_told(const struct weft_fast_from *from, weft_word head, uint32_t length)
{
    const uint32_t second = (head ^ from->word) & from->either;
    if (second == 0) {
        return length;
    }
    WEFT_RECEIVED(from->rank, from->tag, from->context + 1, 0);
    return WEFT_HIBI_TOLD + length;
}

/* Whether weft_hibi_collect() has taken such a message; its length. */
WEFT_INLINE bool weft_hibi_is_told(uint32_t *length, uint32_t capacity)
{
    *length -= WEFT_HIBI_TOLD;
    return *length <= capacity;
}

#if WEFT_HIBI_SINGLE_WORDS
#include "fast_path_windows.h"
#else
#include "fast_path_rings.h"
#endif

extern void (*weft_fast_keeper)(bool to, bool from);

static inline void weft_fast_lapse(bool to, bool from)
{
    if ((to || from) && weft_fast_keeper) {
        weft_fast_keeper(to, from);
    }
}

WEFT_INLINE bool weft_fast_may_keep(const struct weft_fast_from *from)
{
    return from->peer->receive_word != 0;
}

WEFT_INLINE struct weft_fast_to weft_fast_to(uint32_t rank, uint32_t label)
{
    return (struct weft_fast_to){
        .target = (uint32_t)weft_send_windows[rank],
        .word = weft_hibi.word + (WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | 4u),
        .peer = &weft_self()->peers[rank],
        .rank = rank,
        .tag = label % WEFT_LABEL_TAGS,
        .context = label / WEFT_LABEL_TAGS,
    };
}

/* Of a rank whose window is open, in one or two contexts, of which the first is even. */
WEFT_INLINE struct weft_fast_from weft_fast_from(uint32_t rank, uint32_t context, uint32_t contexts, uint32_t tag)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    return (struct weft_fast_from){
        .peer = peer,
        .word = peer->receive_word + (WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, weft_label(context, tag)) | 4u),
        .either = contexts > 1 ? WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, weft_label(1, 0)) : 0,
        .rank = rank,
        .tag = tag,
        .context = context,
    };
}

/* Sends at most a block to `rank`. */
WEFT_INLINE bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, uint32_t label)
{
    const struct weft_fast_to to = weft_fast_to(rank, label);
    uint32_t left;
    if (!WEFT_LIKELY(to.target != (uint32_t)WEFT_SEND_WINDOW_CLOSED) ||
        !WEFT_LIKELY(weft_hibi_put(to.target, &to, to.word + (length - 4u), data, length, &left))) {
        return false;
    }
    WEFT_SENT(rank, to.tag, to.context, length);
    if (!WEFT_LIKELY(left > 0)) {
        weft_credit_spent((int32_t)rank);
    }
    return true;
}

/* The same to an object that is there for good, whose window is open; `target` and `word` are its. */
WEFT_INLINE bool weft_fast_send_to(const struct weft_fast_to *to, uint32_t target, weft_word word, const void *data,
                                   uint32_t length)
{
    uint32_t left;
    if (!WEFT_LIKELY(weft_hibi_put(target, to, word + (length - 4u), data, length, &left))) {
        return false;
    }
    WEFT_PROBE_AT("sent", &to->rank, &to->tag, &to->context, length);
    if (!WEFT_LIKELY(left > 0)) {
        weft_credit_spent((int32_t)to->rank);
    }
    return true;
}

/* receive.c: gives credit a message early, then collects. */
uint32_t weft_hibi_collect_owing(const struct weft_fast_from *from, void *data, uint32_t capacity);

/* Counts the message as consumed before the wait, so that behind it there is as little to do as can be. `owed`: those
 * before it without credit. */
WEFT_INLINE uint32_t weft_hibi_collect_next(const struct weft_fast_from *from, int32_t owed, void *data,
                                            uint32_t capacity)
{
    if (!WEFT_LIKELY(owed < WEFT_CREDIT_BATCH - 1)) {
        return weft_hibi_collect_owing(from, data, capacity);
    }
    from->peer->owed = owed + 1;
    return weft_hibi_collect(from, data, capacity);
}

/* Receives a message of `rank` if the next one of all is the one wanted; waits for it to come. On true, `*length` is
 * its length in bytes, at most `capacity`. */
WEFT_INLINE bool weft_fast_receive(void *data, uint32_t capacity, uint32_t rank, uint32_t context, uint32_t tag,
                                   uint32_t *length)
{
    const struct weft_fast_from from = weft_fast_from(rank, context, 1, tag);
    if (!WEFT_LIKELY(weft_fast_may_keep(&from)) || !WEFT_LIKELY(weft_hibi.head == 0) ||
        !WEFT_LIKELY((uintptr_t)data % 4u == 0)) {
        return false;
    }
    WEFT_PROBE("receive", rank, tag, context, capacity);
    *length = weft_hibi_collect_next(&from, from.peer->owed, data, capacity);
    WEFT_PROBE_HOLD("receive", rank, tag, context, capacity);
    if (!WEFT_LIKELY(*length <= capacity)) {
        from.peer->owed--;
        return false;
    }
    WEFT_RECEIVED(rank, tag, context, 0);
    return true;
}

/* Of its messages, how many have been consumed and not been given credit for. */
WEFT_INLINE int32_t weft_fast_owed(const struct weft_fast_from *from)
{
    return from->peer->owed;
}

/* The same from an object that is there for good, and has not lapsed; `owed` is what weft_fast_owed() has told. */
WEFT_INLINE bool weft_fast_receive_from(const struct weft_fast_from *from, int32_t owed, void *data, uint32_t capacity,
                                        uint32_t *length)
{
    if (!WEFT_LIKELY((uintptr_t)data % 4u == 0) || !WEFT_LIKELY(weft_hibi.head == 0)) {
        return false;
    }
    WEFT_PROBE_AT("receive", &from->rank, &from->tag, &from->context, capacity);
    *length = weft_hibi_collect_next(from, owed, data, capacity);
    WEFT_PROBE_HOLD("receive", 0, 0, 0, capacity);
    if (!WEFT_LIKELY(*length <= capacity)) {
        const bool told = weft_hibi_is_told(length, capacity);
        from->peer->owed -= !told;
        return told;
    }
    WEFT_PROBE_AT("received", &from->rank, &from->tag, &from->context, 0);
    return true;
}

#endif
