/* The fast paths of the link over HIBI: a small message from the sender's buffer to the wrapper, or to what its
 * controller sends next, and from its receiver's stream to the buffer.
 *
 * Both functions return false when the case is not the simple one, having done nothing; the engine then does it.
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

/* Whether words are sent by stores and taken by loads that wait, instead of by transfers and from rings. */
#define WEFT_HIBI_SINGLE_WORDS (WEFT_HIBI_DMA_WAITING_LOADS && WEFT_HIBI_DMA_SEND_WINDOWS >= WEFT_PEERS)

/* A message whose RTS is its request word, of as many bytes as that can tell, may be received on the fast path. */
#define WEFT_FAST_LONGEST WEFT_BLOCK_LENGTH_MASK

/* Messages of at most this number of words are sent with their request word by one transfer; of longer ones the
 * controller reads the words where they are. */
#define WEFT_HIBI_COPIED 8u

/* Words at the end of a ring where a message of few words does not fit, or would end with the ring. */
#define WEFT_HIBI_END (WEFT_HIBI_COPIED + 2)

/* Words of a ring: all blocks that credits allow, those of data without an answer, and as many as four blocks for the
 * small messages that need neither. */
#define WEFT_HIBI_RING ((WEFT_CREDITS + WEFT_WIRE_DATA + 4u) * (1u + WEFT_LINK_BLOCK / 4u))

/* What a core knows of a peer, by its number on the link. */
struct weft_hibi_peer {
    volatile uint32_t *held; /* register: words of its stream that have not been consumed */
    uint32_t *next;          /* where its next word will be */
    uint32_t *last;          /* the first place of its ring before whose end a message of few words does not fit */
    uint32_t stream;         /* HIBI address for messages to it; 0 of an accelerator */
    weft_word carries;       /* what the next request word to it has in addition: WEFT_WIRE_WITH_CREDIT or nothing */
    const void *expected;    /* where its packet channel takes its next data; null: it is not ready */
    uint16_t blocks_sent;    /* to it, and taken of it, whose receive may be posted */
    uint16_t blocks_taken;
    uint8_t data; /* messages of data that it has not answered */
    bool expects; /* whether it is ready for the next data to it */
    bool given;   /* has given a batch of credits */
};
#ifdef __riscv
_Static_assert(sizeof(struct weft_hibi_peer) == 32, "a power of two, so that finding one takes no multiplication");
#endif

/* No ends have this name. */
#define WEFT_FAST_NONE UINT32_C(0x7FFFF000)

struct weft_hibi {
    weft_word word; /* of messages of this node, without label and length */
    weft_word head; /* request word of the message at the head; 0: none that we know of */
    uint32_t node;
    uint32_t single;                      /* the last word that was sent alone */
    uint32_t turn;                        /* the peer that the last word was taken from */
    uint32_t prepared;                    /* name of the ends between which a message is prepared; or WEFT_FAST_NONE */
    struct weft_hibi_peer *prepared_link; /* where it goes: a peer, or armed buffers (armed.h); or null */
    weft_word prepared_head;              /* its request word, in `outgoing` between calls */
    volatile uint32_t *late; /* register to which the last message's two words are still to be told; or null */
    weft_word collected;     /* request word of the last message that weft_hibi_collect() has taken */
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

/* Where words come into rings, the shortest message that a receiver may have written to its buffer instead, in bytes
 * (posted_receive.h): shorter ones are copied before a descriptor has come. */
#define WEFT_HIBI_POSTED_LEAST 192u

/* rings.c, windows.c: a message that is none of the simplest. */
bool weft_hibi_send_other(uint32_t target, weft_word head, const void *data, uint32_t length);

/* The same: one of at most a block, from a direct buffer. */
void weft_hibi_send_block(uint32_t target, weft_word head, const void *data, uint32_t length);

/* The same: takes the data of a message of at most a block, of which the request word has been consumed. */
void weft_hibi_take_rest(void *buffer, uint32_t length);

/* Are an address's upper bits those of the data memory, or must its bounds be compared? To shift and to compare with a
 * small number takes an instruction less, which the compiler would make a comparison of bounds again. */
#define WEFT_HIBI_DMEM_IS_PAGE (WEFT_DMEM_BASE % WEFT_DMEM_SIZE == 0 && (WEFT_DMEM_SIZE & (WEFT_DMEM_SIZE - 1)) == 0)

/* What the controller reaches: words of the core's data memory. */
WEFT_INLINE bool weft_link_direct(const void *buffer)
{
    const uintptr_t address = (uintptr_t)buffer;
    uintptr_t page = address / WEFT_DMEM_SIZE;
    if (!WEFT_HIBI_DMEM_IS_PAGE) {
        return WEFT_LIKELY(address % 4u == 0 && address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE);
    }
    WEFT_COMPUTE_NOW(page);
    return WEFT_LIKELY(address % 4u == 0 && page == WEFT_DMEM_BASE / WEFT_DMEM_SIZE);
}

/* What is the same for all messages between this rank and another with one label, found once; a receiver's `word` is
 * the request word of one of 4 bytes. A receiver may take those of the next context as well, whose label has one bit
 * more. Whoever keeps what was found is told when it lapses since a window has closed. */
#define WEFT_LINK_HAS_ENDS 1

struct weft_fast_to {
    uint32_t target;
    weft_word word; /* the request word of a message without data */
    struct weft_hibi_peer *link;
    struct weft_peer *peer;
    uint32_t rank, tag, context;
    uint32_t second; /* context */
};

/* What weft_hibi_collect() is told of the messages that are wanted. */
struct weft_hibi_from {
    struct weft_peer *peer;
    weft_word word;
    weft_word both; /* the bits of request words that tell these messages from others, and their length */
    uint32_t rank, tag, context;
};

struct weft_fast_from {
    struct weft_hibi_from from;
    struct weft_hibi_peer *link;
    weft_word empty;  /* the request word of a message without data, of those bits */
    weft_word credit; /* WEFT_WIRE_WITH_CREDIT; of one that is no core, nothing */
    uint32_t second;  /* context */
};

/* What the request words of the second of two contexts have in addition. */
#define WEFT_HIBI_SECOND WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, weft_label(1, 0))

/* Objects that are for no messages, in which there is something to load. */
#define WEFT_FAST_TO_NONE                                                                                              \
    {                                                                                                                  \
        .link = weft_hibi.peers                                                                                        \
    }
#define WEFT_FAST_FROM_NONE                                                                                            \
    {                                                                                                                  \
        .from.peer = weft_this_rank.peers                                                                              \
    }

/* A PC and accelerators have no channels, and messages to them carry no credit. */
WEFT_INLINE bool weft_hibi_is_core(const struct weft_hibi_peer *peer)
{
    return (peer->stream - WEFT_HIBI_ADDRESS) / WEFT_HIBI_ADDRESS_STRIDE < WEFT_CORES;
}

/* A request word without the credit that it may have brought, which is noted. */
WEFT_INLINE weft_word weft_hibi_without_credit(weft_word head)
{
    if (!WEFT_LIKELY((head & WEFT_WIRE_WITH_CREDIT) == 0)) {
        head -= WEFT_WIRE_WITH_CREDIT;
        weft_hibi.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head)].given = true;
    }
    return head;
}

/* How many messages may have no credit before a batch is sent alone, and not with a message: its sender still has some.
 */
#define WEFT_HIBI_MOST_OWED (WEFT_CREDIT_BATCH + 1 < WEFT_CREDITS ? WEFT_CREDIT_BATCH + 1 : WEFT_CREDITS - 1)

/* credit.c: a batch is due for the messages before the next one. */
void weft_hibi_owes_batch(const struct weft_fast_from *from);

/* rings.c, windows.c: takes any message of at most `capacity` bytes that is wanted, and returns its length; lets notes
 * pass, and waits behind them. */
uint32_t weft_hibi_collect(const struct weft_hibi_from *from, void *data, uint32_t capacity);

/* The length of the message with this request word if it is one that is wanted, fits and can be taken; otherwise more
 * than the capacity. `empty`: the request word of such a message without data. One of more than a block, which cost its
 * sender no credit, is not to be counted as owed. */
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

/* Of a rank whose window is open: of messages with a label, and, if there are two contexts, in that of the next name,
 * of which the first is even. */
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

/* The same where the peer is known. */
WEFT_INLINE weft_word weft_hibi_note_credit(struct weft_hibi_peer *link, weft_word head)
{
    if (!WEFT_LIKELY((head & WEFT_WIRE_WITH_CREDIT) == 0)) {
        head -= WEFT_WIRE_WITH_CREDIT;
        link->given = true;
    }
    return head;
}

/* A message to the peer is on its way, which has carried a batch of credits if one was due. */
WEFT_INLINE void weft_hibi_has_carried(struct weft_hibi_peer *link, struct weft_peer *peer)
{
    if (!WEFT_LIKELY(link->carries == 0)) {
        weft_hibi_set_carries(link, 0);
        peer->owed -= WEFT_CREDIT_BATCH;
    }
}

/* The last credit is spent: a batch may have come. */
WEFT_INLINE void weft_hibi_has_spent(struct weft_hibi_peer *link, struct weft_peer *peer, uint32_t rank)
{
    if (WEFT_LIKELY(link->given)) {
        link->given = false;
        peer->credits = WEFT_CREDIT_BATCH;
    } else {
        weft_credit_spent((int32_t)rank);
    }
}

/* A message to the peer has left: counts it. False: the last credit is spent. */
WEFT_INLINE bool weft_hibi_has_sent(struct weft_hibi_peer *link, struct weft_peer *peer)
{
    uint32_t credits = peer->credits;
    WEFT_COMPUTE_NOW(credits);
    weft_hibi_has_carried(link, peer);
    peer->credits = credits - 1;
    return WEFT_LIKELY(credits > 1);
}

/* Sends at most a block to `rank`; it carries no credit. */
WEFT_INLINE bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context)
{
    const uint32_t target = (uint32_t)weft_send_windows[rank];
    const weft_word head = weft_hibi.word + (WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length);
    if (!WEFT_LIKELY(target != (uint32_t)WEFT_SEND_WINDOW_CLOSED && weft_hibi_put(target, head, data, length))) {
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
    if (WEFT_LIKELY(length - 1u < 4u)) {
        weft_hibi_take_part(come, data, length);
    } else if (WEFT_LIKELY(length - 1u < WEFT_HIBI_TAKEN && weft_hibi_may_take(data))) {
        weft_hibi_take_few(come, data, length);
    } else {
        weft_hibi_leave(come);
        weft_hibi_take_left(link, data, length);
    }
}

#include "kept_ends.h"

/* Receives a message of `rank` if the next one of all is the one wanted; waits for it to come. On true, `*length` is
 * its length in bytes, at most `capacity`. It is counted before the wait, after which there is then as little to do as
 * can be. */
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
    if (!WEFT_LIKELY(*length <= capacity)) {
        from.peer->owed--;
        return false;
    }
    WEFT_RECEIVED(rank, tag, context, 0);
    return true;
}

#include "armed.h"

#endif
