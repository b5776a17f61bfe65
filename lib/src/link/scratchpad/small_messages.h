/* The fast paths over scratchpads: a small message goes from the sender's buffer to a slot near its receiver, and from
 * there to the receiver's buffer.
 *
 * Functions return false, or WEFT_SCRATCHPAD_NONE, having done nothing, if the case is not the simple one; the engine
 * then handles it. */
#ifndef WEFT_SMALL_MESSAGES_H
#define WEFT_SMALL_MESSAGES_H

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
#define WEFT_LINK_PIECE 256u

/* A message, or the head of a long one, whose data are in the ring of words:
 *
 *     word      number (7 bits), label (10), 0, length in bytes (6), upper 8 bits of the first word of the data
 *               number, label, 1, length in bytes (14)           of a long message
 *     first     number, 0, lower 24 bits of the first word
 *     rest      the other words of the data
 *     ended     1, of a message of more than 16 bytes, after the last word; the receiver makes it 0 again
 *
 * The number counts the messages of a sender to a receiver, from 1 on, so that one comparison shows that a message has
 * come and that it is the wanted one. The word is written before the data, so that the receiver is ready for them;
 * `first` is written after the first three words of the rest, which have come when it has. */
struct weft_scratchpad_slot {
    volatile uint32_t word;
    volatile uint32_t first;
    volatile uint32_t rest[WEFT_LINK_BLOCK / 4 - 1];
    volatile uint32_t ended;
};

/* Words of `rest` that are written before `first`. */
#define WEFT_SCRATCHPAD_BEFORE_FIRST 3u

/* Position of a message's number in its word; what one message more adds to the word. */
#define WEFT_SCRATCHPAD_NUMBER_SHIFT 25
#define WEFT_SCRATCHPAD_NUMBER (UINT32_C(1) << WEFT_SCRATCHPAD_NUMBER_SHIFT)

/* In the word of a message in a slot: the bit that only a long message has; position of the length of any other
 * message. */
#define WEFT_SCRATCHPAD_LONG (UINT32_C(1) << 14)
#define WEFT_SCRATCHPAD_LENGTH_SHIFT 8

/* How many bits of the first word of the data are in `first`. */
#define WEFT_SCRATCHPAD_LOWER_BITS 24
#define WEFT_SCRATCHPAD_LOWER (UINT32_C(1) << WEFT_SCRATCHPAD_LOWER_BITS)

/* What a core knows of another one: the windows of a rank are this object's address. The size is a power of two, so
 * that finding an object takes no multiplication. */
struct weft_scratchpad_peer {
    struct weft_scratchpad_slot *next_out; /* where the next message to it goes */
    uint32_t number_out;                   /* and that message's number, shifted to its place */
    uint32_t room;                         /* messages to it for which there are slots, as far as this core knows;
                                              and credits */
    volatile uint8_t *doorbell;            /* near it: the number of the last message of this core */
    struct weft_scratchpad_slot *next_in;  /* where its next message will be; null until something is sent or wanted */
    uint32_t taken;                        /* number of its last message taken, shifted to its place */
    struct weft_scratchpad_channel *there; /* near that core, written by this one */
    struct weft_scratchpad_channel *here;  /* near this core, written by that one */
    uint32_t returned;                     /* what that core has been told, as in its channel */
    uint32_t shown;                        /* and of words read */
    uint32_t collected;                    /* credits from it so far that have been collected */
    uint32_t written;                      /* words of long messages to it so far, */
    uint32_t read_there;                   /* of these, what it has read, as far as this core knows, */
    uint32_t read;                         /* and of its own what this core has read */
    uint16_t is_left_there;                /* its ring may hold an eager message that it has not received, */
    uint16_t is_left;                      /* this core's does */
    uint8_t *seen;                         /* the number of its last message taken, among those of others */
};
_Static_assert(sizeof(struct weft_scratchpad_peer) == 64, "a power of two");

extern struct weft_scratchpad_peer weft_scratchpad_peers[WEFT_CORES]; /* by node */

static inline int32_t weft_link_send_window(uint32_t node)
{
    return (int32_t)&weft_scratchpad_peers[node];
}

static inline weft_word weft_link_receive_window(uint32_t node)
{
    return (weft_word)&weft_scratchpad_peers[node];
}

/* stream.c: is there room for all words of a long message? Have all earlier words been read? Writes the words, waiting
 * for room. weft_scratchpad_write() is weft_scratchpad_write_plain(), unless the program wants circuits
 * (hold_circuits.c). */
bool weft_scratchpad_has_room(struct weft_scratchpad_peer *peer, uint32_t length);
bool weft_scratchpad_is_empty(struct weft_scratchpad_peer *peer);
void weft_scratchpad_write(struct weft_scratchpad_peer *peer, const void *buffer, uint32_t length);
void weft_scratchpad_write_plain(struct weft_scratchpad_peer *peer, const void *buffer, uint32_t length);

/* small_message.c: sends an eager message, also if this core has to check whether there is room again. */
bool weft_scratchpad_post(const void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context);

/* pause.c: pauses for some cycles, for more the longer a core has polled. */
void weft_scratchpad_pause_long(uint32_t polls);

/* small_message.c: completes a message whose word has been written: spends a credit, writes the first word of the data,
 * and rings the doorbell. Reads new credits before the last ones are spent. */
void weft_scratchpad_sent(struct weft_scratchpad_peer *peer, uint32_t rank, uint32_t first);

/* small_message.c: the same for a message of more than a word, whose other words it writes as well. */
void weft_scratchpad_sent_block(struct weft_scratchpad_peer *peer, uint32_t rank, const uint32_t *data,
                                uint32_t length);

/* small_message.c: waits for the next message from a rank, and takes it if its label, shifted to its place, is the one
 * wanted and it has at most `capacity` bytes. Returns its length. WEFT_SCRATCHPAD_NONE: it is another message; or while
 * none came, another node has sent something; or the receive window is closed. */
uint32_t weft_scratchpad_collect(void *data, uint32_t capacity, struct weft_peer *from, uint32_t label);
#define WEFT_SCRATCHPAD_NONE UINT32_MAX

/* The core itself copies the words: any word address will do. */
WEFT_INLINE bool weft_link_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}

/* Keeps the compiler from moving accesses across; the core itself has one access outstanding at a time. So data are in
 * a slot before the doorbell rings, and are read before the slot is freed. */
WEFT_INLINE void weft_scratchpad_in_order(void)
{
    __asm__ volatile("" : : : "memory");
}

/* Writes the word of a message into the next slot. */
WEFT_INLINE void weft_scratchpad_fill(const struct weft_scratchpad_peer *peer, uint32_t label, uint32_t length,
                                      uint32_t first)
{
    weft_scratchpad_in_order();
    peer->next_out->word =
        peer->number_out + (label | length << WEFT_SCRATCHPAD_LENGTH_SHIFT) + (first >> WEFT_SCRATCHPAD_LOWER_BITS);
}

/* Sends an eager message to `rank`. The word of a block is written inline, before any register is saved for the rest.
 */
WEFT_INLINE bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context)
{
    typedef const uint32_t __attribute__((may_alias)) any_word;
    struct weft_scratchpad_peer *const peer = (struct weft_scratchpad_peer *)weft_send_windows[rank];
    if (!WEFT_LIKELY(peer != 0 && weft_link_direct(data) && length - 1 < WEFT_LINK_BLOCK && peer->room > 0)) {
        return weft_scratchpad_post(data, length, rank, label, context);
    }
    const uint32_t first = *(any_word *)data;
    weft_scratchpad_fill(peer, WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label), length, first);
    WEFT_PROBE("told", rank, label % WEFT_LABEL_TAGS, context, length);
    if (WEFT_LIKELY(length <= 4)) {
        weft_scratchpad_sent(peer, rank, first);
    } else {
        weft_scratchpad_sent_block(peer, rank, data, length);
    }
    return true;
}

/* Receives a message from `rank` if that rank's next one is the one wanted; waits for it. On true, `*length` is its
 * length in bytes, at most `capacity`. */
WEFT_INLINE bool weft_fast_receive(void *data, uint32_t capacity, uint32_t rank, weft_word label, uint32_t context,
                                   uint32_t tag, uint32_t *length)
{
    WEFT_PROBE("receive", rank, tag, context, capacity);
    const uint32_t taken =
        weft_scratchpad_collect(data, capacity, &weft_self()->peers[rank], WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label));
    WEFT_PROBE_HOLD("receive", rank, tag, context, capacity);
    if (!WEFT_LIKELY(taken != WEFT_SCRATCHPAD_NONE)) {
        return false;
    }
    WEFT_RECEIVED(rank, tag, context, 0);
    *length = taken;
    return true;
}

/* A library that is compiled for size has no fast path for long messages. */
#ifndef __OPTIMIZE_SIZE__
#define WEFT_LINK_OFFERS 1

/* The longest eager message: what the ring of words holds. */
#define WEFT_LINK_LEAVES 256u
#endif

/* The longest message that can be offered, in bytes. */
#define WEFT_FAST_OFFER (WEFT_SCRATCHPAD_LONG - 1)

/* Sends a message of more than a block to `rank` if that rank is waiting for exactly this one (weft_fast_accept()). The
 * receiver never has to keep it, so that it costs no credit. */
bool weft_fast_offer(const void *data, uint32_t length, uint32_t rank, uint32_t label);

/* Receives an offered message of exactly `length` bytes, more than a block; false if another message comes. */
bool weft_fast_accept(void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context);

#endif
