/* The fast paths of the scratchpads: a small message straight from the sender's buffer to a slot near its receiver, and
 * from there to the receiver's buffer.
 *
 * Functions return false, or WEFT_SCRATCHPAD_NONE, when the case is not the simple one, having done nothing; the engine
 * then does it. */
#ifndef WEFT_FAST_PATH_H
#define WEFT_FAST_PATH_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/instructions.h>
#include <weft/label.h>
#include <weft/platform.h>
#include <weft/probe.h>

#define WEFT_LINK_HAS_BARRIER 1
#define WEFT_LINK_ASSIGNS 1
#define WEFT_LINK_HAS_SHARED_MAILBOX 1

/* What a slot holds, in bytes. Small, since receivers set aside blocks for all their peers in a data memory of 32
 * KiB. */
#define WEFT_LINK_BLOCK 32u

/* The longest piece in a shared mailbox, in bytes. */
#define WEFT_LINK_PIECE 128u

/* A message, or the head of a long one, whose data lie elsewhere:
 *
 *     word      number (7 bits), label (10), 1, length in bytes (6), upper 8 bits of the first word of the data
 *               number, label, 0, length in bytes (14)           of a long message
 *     first     number, 0, lower 24 bits of the first word
 *     rest      the other words of the data
 *
 * The number counts the messages of a sender to a receiver, from 1 on, so that one comparison says that a message has
 * come and that it is the one wanted. The word is written behind the rest, and the first word, which has the number
 * too, last: while it is on its way the receiver sees the word. */
struct weft_scratchpad_slot {
    volatile uint32_t word;
    volatile uint32_t first;
    volatile uint32_t rest[WEFT_LINK_BLOCK / 4 - 1];
};

/* Where a message's number stands in its word, and one message more. */
#define WEFT_SCRATCHPAD_NUMBER_SHIFT 25
#define WEFT_SCRATCHPAD_NUMBER (UINT32_C(1) << WEFT_SCRATCHPAD_NUMBER_SHIFT)

/* Of the word of a message in a slot: what it has and a long message has not, and where its length stands. */
#define WEFT_SCRATCHPAD_HERE (UINT32_C(1) << 14)
#define WEFT_SCRATCHPAD_LENGTH_SHIFT 8

/* Where the first word of the data is divided. */
#define WEFT_SCRATCHPAD_LOWER_BITS 24
#define WEFT_SCRATCHPAD_LOWER (UINT32_C(1) << WEFT_SCRATCHPAD_LOWER_BITS)

/* Words of long messages in one direction. */
struct weft_scratchpad_words {
    uint32_t written; /* so far, as far as this core knows */
    uint32_t read;    /* so far, as far as this core knows */
};

/* What a core knows of another one. A size that is a power of two, so that finding one takes no multiplication. */
struct weft_scratchpad_peer {
    struct weft_scratchpad_slot *next_out; /* where the next message to it goes */
    uint32_t number_out;                   /* and that message's number, in its place */
    uint32_t room;                         /* messages to it for which there are slots, as far as this core knows;
                                              0 when there are no credits */
    volatile uint8_t *doorbell;            /* near it: the number of the last message of this core */
    struct weft_scratchpad_slot *next_in;  /* where its next message will be; null before anything was sent or wanted */
    uint32_t number_in;
    struct weft_scratchpad_channel *there; /* near it, written by this core */
    struct weft_scratchpad_channel *here;  /* near this core, written by it */
    uint32_t returned;                     /* what it has been told, as in its channel */
    uint32_t shown;                        /* and of words read */
    uint32_t collected;                    /* batches of credits of it so far */
    struct weft_scratchpad_words to;
    struct weft_scratchpad_words from;
    uint8_t *seen; /* the number of its last message taken, among those of others */
};
_Static_assert(sizeof(struct weft_scratchpad_peer) == 64, "a power of two");

extern struct weft_scratchpad_peer weft_scratchpad_peers[WEFT_CORES]; /* by node */

/* stream.c: writes words. */
void weft_scratchpad_put(volatile uint32_t *to, const uint32_t *from, uint32_t words);

/* stream.c: is there room for all words of a long message; writes them, waiting for room. weft_scratchpad_write() is
 * weft_scratchpad_write_plain(), unless the program wants circuits (hold_circuits.c). */
bool weft_scratchpad_has_room(struct weft_scratchpad_peer *peer, uint32_t length);
void weft_scratchpad_write(struct weft_scratchpad_peer *peer, const void *buffer, uint32_t length);
void weft_scratchpad_write_plain(struct weft_scratchpad_peer *peer, const void *buffer, uint32_t length);

/* small_message.c: may a message go to a rank to which there was no room, when this core last looked? */
bool weft_scratchpad_may_send(uint32_t rank);

/* pause.c: lets some cycles pass, the more the longer a core has polled. */
void weft_scratchpad_pause_long(uint32_t polls);

/* small_message.c: tells the node of a rank that it has been sent a message, and pays for it. */
void weft_scratchpad_sent(struct weft_scratchpad_peer *peer, uint32_t rank);

/* small_message.c: waits for the next message of a rank, and takes it if its label, in its place, is the one wanted and
 * it has at most `capacity` bytes: returns its length. WEFT_SCRATCHPAD_NONE: it has not; or while it does not come,
 * another node has sent something; or the way is closed. `waited`: polls in vain so far. */
uint32_t weft_scratchpad_collect(void *data, uint32_t capacity, struct weft_peer *from, uint32_t label,
                                 uint32_t waited);
#define WEFT_SCRATCHPAD_NONE UINT32_MAX

/* The core itself moves the words: wherever it can load and store them. */
WEFT_INLINE bool weft_link_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}

/* The compiler moves no access across; the core itself has one access under way at a time. So data are in a slot before
 * its word, and read before it is given back. */
WEFT_INLINE void weft_scratchpad_in_order(void)
{
    __asm__ volatile("" : : : "memory");
}

/* Makes a message visible of which the rest is in the next slot. */
WEFT_INLINE void weft_scratchpad_fill(const struct weft_scratchpad_peer *peer, uint32_t label, uint32_t length,
                                      uint32_t first)
{
    struct weft_scratchpad_slot *const slot = peer->next_out;
    const uint32_t number = peer->number_out;
    weft_scratchpad_in_order();
    slot->word = number + (label | WEFT_SCRATCHPAD_HERE | length << WEFT_SCRATCHPAD_LENGTH_SHIFT) +
                 (first >> WEFT_SCRATCHPAD_LOWER_BITS);
    slot->first = number | first % WEFT_SCRATCHPAD_LOWER;
}

/* Sends at most one block to `rank`. */
WEFT_INLINE bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, uint32_t label)
{
    typedef const uint32_t __attribute__((may_alias)) any_word;
    const int32_t node = weft_send_windows[rank];
    struct weft_scratchpad_peer *const peer = &weft_scratchpad_peers[node];
    if (!WEFT_LIKELY(node >= 0) || !WEFT_LIKELY(weft_link_direct(data)) ||
        (!WEFT_LIKELY(peer->room > 0) && !weft_scratchpad_may_send(rank))) {
        return false;
    }
    const uint32_t first = WEFT_LIKELY(length > 0) ? *(any_word *)data : 0;
    if (!WEFT_LIKELY(length <= 4)) {
        weft_scratchpad_put(peer->next_out->rest, (const uint32_t *)data + 1, (length - 1) / 4);
    }
    weft_scratchpad_fill(peer, WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label), length, first);
    weft_scratchpad_sent(peer, rank);
    WEFT_PROBE("told", rank, label % WEFT_LABEL_TAGS, label / WEFT_LABEL_TAGS, length);
    return true;
}

/* Receives a message from `rank` if its next one is the one wanted; waits for it to come. On true, `*length` is its
 * length in bytes, at most `capacity`. */
WEFT_INLINE bool weft_fast_receive(void *data, uint32_t capacity, uint32_t rank, uint32_t context, uint32_t tag,
                                   uint32_t *length)
{
    WEFT_PROBE("receive", rank, tag, context, capacity);
    const uint32_t taken = weft_scratchpad_collect(data, capacity, &weft_self()->peers[rank],
                                                   WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, weft_label(context, tag)), 0);
    WEFT_PROBE_HOLD("receive", rank, tag, context, capacity);
    if (!WEFT_LIKELY(taken != WEFT_SCRATCHPAD_NONE)) {
        return false;
    }
    WEFT_RECEIVED(rank, tag, context, 0);
    *length = taken;
    return true;
}

/* A library that is compiled to be small has no short ways. */
#ifndef __OPTIMIZE_SIZE__
#define WEFT_LINK_OFFERS 1
#endif

/* The longest message that can be handed over, in bytes. */
#define WEFT_FAST_OFFER (WEFT_SCRATCHPAD_HERE - 1)

/* Hands a message of more than a block to `rank`, if that waits for exactly this one (weft_fast_accept). It is never
 * kept, so that it needs no credit. */
bool weft_fast_offer(const void *data, uint32_t length, uint32_t rank, uint32_t label);

/* Receives a message of exactly `length` bytes, more than a block, that is handed over; false when another comes. */
bool weft_fast_accept(void *data, uint32_t length, uint32_t rank, uint32_t label);

#endif
