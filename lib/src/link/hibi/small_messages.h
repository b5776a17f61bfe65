/* The fast paths of the link over HIBI: a small message goes from the sender's buffer to the wrapper, or into a
 * transfer of the controller, and from the receiver's stream to its buffer.
 *
 * Both functions return false, having done nothing, if the case is not the simple one; the engine then handles it.
 */
#ifndef WEFT_SMALL_MESSAGES_H
#define WEFT_SMALL_MESSAGES_H

#include "link/wire/wire.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/hibi_dma.h>
#include <weft/platform.h>
#include <weft/probe.h>

#define WEFT_LINK_HAS_BARRIER 0

/* Are words sent by stores and taken by loads that wait (window_words.h), instead of by transfers and from rings
 * (ring_words.h)? */
#define WEFT_HIBI_SINGLE_WORDS (WEFT_HIBI_DMA_WAITING_LOADS && WEFT_HIBI_DMA_SEND_WINDOWS >= WEFT_PEERS)

/* The fast path also receives a message whose RTS is its request word alone, of any length that this can hold. */
#define WEFT_FAST_LONGEST WEFT_BLOCK_LENGTH_MASK

/* Messages of at most this number of words are sent with their request word by one transfer; of longer ones the
 * controller reads the words from the buffer. */
#define WEFT_HIBI_COPIED 8u

/* Words at the end of a ring: a message of a few words that begins there may not fit, or may end with the ring. */
#define WEFT_HIBI_END (WEFT_HIBI_COPIED + 2)

/* Words of a ring: room for all blocks that credits allow, for the unanswered data messages, and for four blocks more
 * of small messages that need neither. */
#define WEFT_HIBI_RING ((WEFT_CREDITS + WEFT_WIRE_DATA + 4u) * (1u + WEFT_LINK_BLOCK / 4u))

/* What a core knows of a peer, by its number on the link. */
struct weft_hibi_peer {
    volatile uint32_t *held; /* register: words of its stream that have not been consumed */
    uint32_t *next;          /* where its next word will be */
    uint32_t *last;          /* from here on a message of few words does not fit before the ring's end */
    uint32_t stream;         /* HIBI address for messages to it; 0 of an accelerator */
    weft_word carries;       /* added to the next request word to it: WEFT_WIRE_WITH_CREDIT or nothing */
    const void *expected;    /* where its packet channel writes its next data; null: not set up */
    uint16_t blocks_sent;    /* sent to it and taken from it, of those whose receive may be posted */
    uint16_t blocks_taken;
    uint8_t data; /* data messages that it has not answered */
    bool expects; /* it is ready for the next data that this node sends */
    bool given;   /* it has given a batch of credits */
};
#ifdef __riscv
_Static_assert(sizeof(struct weft_hibi_peer) == 32, "a power of two, so that finding one takes no multiplication");
#endif

/* A name that no pair of ends has. */
#define WEFT_FAST_NONE UINT32_C(0x7FFFF000)

struct weft_hibi {
    weft_word word; /* request word of this node, without label and length */
    weft_word head; /* request word of the message at the head; 0: none that we know of */
    uint32_t node;
    uint32_t single;                      /* the last word that was sent alone */
    uint32_t turn;                        /* the peer from which the last word was taken */
    uint32_t prepared;                    /* name of the ends between which a message is prepared; or WEFT_FAST_NONE */
    struct weft_hibi_peer *prepared_link; /* where it goes: a peer, or armed buffers (armed.h); or null */
    weft_word prepared_head;              /* its request word, in `outgoing` between calls */
    volatile uint32_t *late; /* the register that is still to be told of the last message's two words; or null */
    weft_word collected;     /* request word of the last message that weft_hibi_collect() has taken */
    uint32_t outgoing[1 + WEFT_HIBI_COPIED]; /* a short message that is sent by one transfer */
    struct weft_hibi_peer peers[WEFT_PEERS];
};

extern struct weft_hibi weft_hibi;

/* A word of a program's buffer, or of a ring. */
typedef uint32_t __attribute__((may_alias)) weft_hibi_word;

/* Writes the bytes after the last whole word of a message; they are in `last`. */
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

/* For rings: the shortest message, in bytes, for which a receiver posts a receive (posted_receive.h). A shorter one is
 * copied before a descriptor would have come. */
#define WEFT_HIBI_POSTED_LEAST 192u

/* rings.c, windows.c: sends a message that the inlined code does not. */
bool weft_hibi_send_other(uint32_t target, weft_word head, const void *data, uint32_t length);

/* posted_receive.c, windows.c: sends a message of at most a block from a direct buffer. */
void weft_hibi_send_block(uint32_t target, weft_word head, const void *data, uint32_t length);

/* rings.c, windows.c: takes the data of a message of at most a block whose request word has been consumed. */
void weft_hibi_take_rest(void *buffer, uint32_t length);

/* Can an address be checked by its upper bits, instead of by the bounds of the data memory? To shift it and compare it
 * with a small number takes an instruction less; WEFT_COMPUTE_NOW() keeps the compiler from turning that into a
 * comparison of bounds again. */
#define WEFT_HIBI_DMEM_IS_PAGE (WEFT_DMEM_BASE % WEFT_DMEM_SIZE == 0 && (WEFT_DMEM_SIZE & (WEFT_DMEM_SIZE - 1)) == 0)

/* Can the controller access this buffer? It must be words of the core's data memory. */
WEFT_INLINE bool weft_link_direct(const void *buffer)
{
    const uintptr_t address = (uintptr_t)buffer;
    uintptr_t page = address / WEFT_DMEM_SIZE;
    if (!WEFT_HIBI_DMEM_IS_PAGE) {
        return address % 4u == 0 && address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE;
    }
    WEFT_COMPUTE_NOW(page);
    return WEFT_LIKELY(address % 4u == 0 && page == WEFT_DMEM_BASE / WEFT_DMEM_SIZE);
}

/* What is the same for all messages between this rank and another one with one label: looked up once, and cached
 * (mcapi/fast_ends.h). A receiver's `word` is the request word of a message of 4 bytes. A receiver may also take
 * messages of the next context, whose label has one more bit set. weft_fast_lapse() reports that cached objects have
 * lapsed, since a window has closed. */
#define WEFT_LINK_HAS_ENDS 1

struct weft_fast_to {
    uint32_t target;
    weft_word word; /* the request word of a message without data */
    struct weft_hibi_peer *link;
    struct weft_peer *peer;
    uint32_t rank, tag, context;
    uint32_t second; /* context */
};

/* What weft_hibi_collect() needs to know of the wanted messages. */
struct weft_hibi_from {
    struct weft_peer *peer;
    weft_word word;
    weft_word both; /* mask: the bits that identify these messages, and their length */
    uint32_t rank, tag, context;
};

struct weft_fast_from {
    struct weft_hibi_from from;
    struct weft_hibi_peer *link;
    weft_word empty;  /* the masked request word of a message without data */
    weft_word credit; /* WEFT_WIRE_WITH_CREDIT; 0 if the peer is not a core */
    uint32_t second;  /* context */
};

/* Added to the request words of the second of two contexts. */
#define WEFT_HIBI_SECOND WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, weft_label(1, 0))

/* Objects for no messages. Code loads by these pointers before it compares, so they are valid. */
#define WEFT_FAST_TO_NONE                                                                                              \
    {                                                                                                                  \
        .link = weft_hibi.peers                                                                                        \
    }
#define WEFT_FAST_FROM_NONE                                                                                            \
    {                                                                                                                  \
        .from.peer = weft_this_rank.peers                                                                              \
    }

/* Is a peer a core? The PC and accelerators have no channels, and messages to them carry no credit. */
WEFT_INLINE bool weft_hibi_is_core(const struct weft_hibi_peer *peer)
{
    return (peer->stream - WEFT_HIBI_ADDRESS) / WEFT_HIBI_ADDRESS_STRIDE < WEFT_CORES;
}

/* Returns a request word without the credit that it may carry, which is noted. */
WEFT_INLINE weft_word weft_hibi_without_credit(weft_word head)
{
    if (!WEFT_LIKELY((head & WEFT_WIRE_WITH_CREDIT) == 0)) {
        head -= WEFT_WIRE_WITH_CREDIT;
        weft_hibi.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head)].given = true;
    }
    return head;
}

/* How many consumed messages may be owed credit before a batch is sent by itself, and not with a message. The sender
 * still has some credits then. */
#define WEFT_HIBI_MOST_OWED (WEFT_CREDIT_BATCH + 1 < WEFT_CREDITS ? WEFT_CREDIT_BATCH + 1 : WEFT_CREDITS - 1)

/* credit.c: gives the batch that is due for the messages before the next one, at once or with the next message. */
void weft_hibi_owes_batch(const struct weft_fast_from *from);

/* rings.c, windows.c: waits for a message, and takes it if it is wanted and has at most `capacity` bytes. Returns its
 * length, or more than any capacity. Consumes notes that come before it. */
uint32_t weft_hibi_collect(const struct weft_hibi_from *from, void *data, uint32_t capacity);

/* Returns the length of the message with this request word if it is wanted, fits and can be taken; otherwise more than
 * the capacity. `empty`: the request word of such a message without data. A message of more than a block cost its
 * sender no credit: takes it out of `owed`, where the caller has counted it. */
WEFT_INLINE uint32_t weft_hibi_wanted(const struct weft_hibi_from *from, weft_word empty, const void *data,
                                      uint32_t capacity, weft_word head)
{
    const uint32_t length = (head & from->both) - empty;
    if (!WEFT_LIKELY(length <= WEFT_LINK_BLOCK) && length <= capacity) {
        if (!weft_link_direct(data)) {
            return UINT32_MAX;
        }
        from->peer->owed--;
    }
    return length;
}

#include "bulk.h"

#if WEFT_HIBI_SINGLE_WORDS
#include "window_words.h"
#else
#include "ring_words.h"

#include "ring_answers.h"
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
    return from->from.peer->receive_word != 0;
}

WEFT_INLINE struct weft_fast_to weft_fast_to(uint32_t rank, uint32_t label)
{
    return (struct weft_fast_to){
        .target = (uint32_t)weft_send_windows[rank],
        .word = weft_hibi.word + WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label),
        .link = weft_hibi_at((uint32_t)weft_send_windows[rank]),
        .peer = &weft_self()->peers[rank],
        .rank = rank,
        .tag = label % WEFT_LABEL_TAGS,
        .context = label / WEFT_LABEL_TAGS,
        .second = label / WEFT_LABEL_TAGS + 1,
    };
}

/* For messages with a label from a rank whose window is open; if there are two contexts, also in the context with the
 * next name. The first name is even then. */
WEFT_INLINE struct weft_hibi_from weft_hibi_from(uint32_t rank, uint32_t label, uint32_t contexts, uint32_t context,
                                                 uint32_t tag)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    return (struct weft_hibi_from){
        .peer = peer,
        .word = peer->receive_word + (WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | 4u),
        .both = ~(WEFT_WIRE_WITH_CREDIT | (contexts > 1 ? WEFT_HIBI_SECOND : 0)),
        .rank = rank,
        .tag = tag,
        .context = context,
    };
}

WEFT_INLINE struct weft_hibi_peer *weft_hibi_link_of(const struct weft_hibi_from *from)
{
    return &weft_hibi.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, from->word)];
}

WEFT_INLINE struct weft_fast_from weft_fast_from(uint32_t rank, uint32_t context, uint32_t contexts, uint32_t tag)
{
    const struct weft_hibi_from from = weft_hibi_from(rank, weft_label(context, tag), contexts, context, tag);
    struct weft_hibi_peer *const link = weft_hibi_link_of(&from);
    return (struct weft_fast_from){
        .from = from,
        .link = link,
        .empty = (from.word - 4u) & from.both,
        .credit = weft_hibi_is_core(link) ? WEFT_WIRE_WITH_CREDIT : 0,
        .second = context + 1,
    };
}

/* As weft_hibi_without_credit(), for a known peer. */
WEFT_INLINE weft_word weft_hibi_note_credit(struct weft_hibi_peer *link, weft_word head)
{
    if (!WEFT_LIKELY((head & WEFT_WIRE_WITH_CREDIT) == 0)) {
        head -= WEFT_WIRE_WITH_CREDIT;
        link->given = true;
    }
    return head;
}

/* To be called when a message to the peer is on its way: if a batch of credits was due, the message has carried it. */
WEFT_INLINE void weft_hibi_has_carried(struct weft_hibi_peer *link, struct weft_peer *peer)
{
    if (!WEFT_LIKELY(link->carries == 0)) {
        weft_hibi_set_carries(link, 0);
        peer->owed -= WEFT_CREDIT_BATCH;
    }
}

/* To be called when the last credit is spent: uses a batch that may have come. */
WEFT_INLINE void weft_hibi_has_spent(struct weft_hibi_peer *link, struct weft_peer *peer, uint32_t rank)
{
    if (link->given) {
        link->given = false;
        peer->credits = WEFT_CREDIT_BATCH;
    } else {
        weft_credit_spent((int32_t)rank);
    }
}

/* Counts a message that has left for the peer. False: the last credit is spent. */
WEFT_INLINE bool weft_hibi_has_sent(struct weft_hibi_peer *link, struct weft_peer *peer)
{
    uint32_t credits = peer->credits;
    WEFT_COMPUTE_NOW(credits);
    weft_hibi_has_carried(link, peer);
    peer->credits = credits - 1;
    return WEFT_LIKELY(credits > 1);
}

/* Sends at most a block to `rank`; the message carries no credit. */
WEFT_INLINE bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context)
{
    const uint32_t target = (uint32_t)weft_send_windows[rank];
    const weft_word head = weft_hibi.word + (WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length);
    if (target == (uint32_t)WEFT_SEND_WINDOW_CLOSED || !weft_hibi_put(target, head, data, length)) {
        return false;
    }
    WEFT_SENT(rank, label % WEFT_LABEL_TAGS, context, length);
    if (!WEFT_LIKELY(--weft_self()->peers[rank].credits > 0)) {
        weft_credit_spent((int32_t)rank);
    }
    return true;
}

/* Takes the data of a message. */
WEFT_INLINE void weft_hibi_take_any(struct weft_fast_come *come, struct weft_hibi_peer *link, void *data,
                                    uint32_t length)
{
    if (length - 1u < 4u) {
        weft_hibi_take_part(come, data, length);
    } else if (length - 1u < WEFT_HIBI_TAKEN && weft_hibi_may_take(data)) {
        weft_hibi_take_few(come, data, length);
    } else {
        weft_hibi_leave(come);
        weft_hibi_take_left(link, data, length);
    }
}

#include "kept_ends.h"

/* Receives a message of `rank` if it is the next message of all and the one wanted; waits for it. On true, `*length` is
 * its length in bytes, at most `capacity`. The message is counted before the wait, so that as little as possible is
 * left to do when it comes. */
WEFT_INLINE bool weft_fast_receive(void *data, uint32_t capacity, uint32_t rank, weft_word label, uint32_t context,
                                   uint32_t tag, uint32_t *length)
{
    const struct weft_hibi_from from = weft_hibi_from(rank, label, 1, context, tag);
    struct weft_hibi_peer *const link = weft_hibi_link_of(&from);
    struct weft_fast_come come = {0};
    if (!WEFT_LIKELY(from.peer->receive_word != 0 && weft_hibi.head == 0 && (uintptr_t)data % 4u == 0)) {
        return false;
    }
    if (!WEFT_LIKELY(from.peer->owed < WEFT_CREDIT_BATCH - 1)) {
        weft_credit_give_early((int32_t)rank);
    }
    from.peer->owed++;
    weft_word wanted = from.word;
    WEFT_COMPUTE_NOW(wanted);
    WEFT_PROBE("receive", rank, tag, context, capacity);
    if (!WEFT_LIKELY(weft_hibi_await_message(link, capacity, &come))) {
        WEFT_PROBE_HOLD("receive", rank, tag, context, capacity);
        *length = weft_hibi_collect(&from, data, capacity);
    } else {
        WEFT_PROBE_HOLD("receive", rank, tag, context, capacity);
        if (!WEFT_LIKELY(come.head == wanted)) {
            come.head = weft_hibi_note_credit(link, come.head);
        }
        if (WEFT_LIKELY(come.head == wanted)) {
            weft_hibi_take_word(&come, data);
            *length = 4;
        } else if (*length = weft_hibi_wanted(&from, from.word - 4u, data, capacity, come.head), *length <= capacity) {
            weft_hibi_take_any(&come, link, data, *length);
        } else {
            weft_hibi_leave(&come);
            *length = weft_hibi_collect(&from, data, capacity);
        }
    }
    if (*length > capacity) {
        from.peer->owed--;
        return false;
    }
    WEFT_RECEIVED(rank, tag, context, 0);
    return true;
}

#include "armed.h"

#endif
