/* The fast paths over the message instructions: a small message goes from buffer to buffer, with no queue in between.
 *
 * Both functions return false, having done nothing, if the case is not the simple one; the engine then handles it.
 */
#ifndef WEFT_SMALL_MESSAGES_H
#define WEFT_SMALL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/instructions.h>
#include <weft/interrupt.h>
#include <weft/label.h>
#include <weft/platform.h>
#include <weft/probe.h>

#include "arch/small.h"

/* Three user events belong to the barrier (barrier.c); each of the others is the credit signal of one core. */
#define WEFT_BARRIER_EVENTS 3u
#define WEFT_LINK_HAS_BARRIER (WEFT_CORES + WEFT_BARRIER_EVENTS <= 64u)

/* The longest message that one request carries, in bytes. */
#define WEFT_LINK_BLOCK (WEFT_MAILBOX_BLOCK_WORDS * 4u)

/* Messages of up to eight blocks are sent eagerly too, each by a single transfer, if the receiver has memory to keep
 * them and the mailbox is so large that cores cannot wait for each other in a circle.
 *
 * Proof: once its first block has been accepted, a sender sleeps while the receiver's mailbox is full. Assume a circle
 * of n cores, each asleep in a message to the next one. Core i sees at time s(i) that its own mailbox has no message at
 * the head, and takes none from then on; at most one block is arriving there. It sends its request two cycles later,
 * and its first block is accepted at a(i). It sleeps, so that at a(i) there are at least blocks - 7 in the mailbox of
 * core i+1, of which at least blocks - 8 were accepted after s(i+1). In [s(i), a(i)] that mailbox accepts at most n - 1
 * blocks: one in the two cycles, since a block takes as many, and then one from each of the n - 2 other cores, which
 * the arbiter serves in turn. If blocks - 8 > n - 1, some of the blocks were accepted after s(i+1) and before s(i): so
 * s(i+1) < s(i), all around the circle, which is a contradiction. */
#define WEFT_BLOCKS_AT_ONCE 8
#if !WEFT_MAILBOX_MATCHES && WEFT_MAILBOX_BLOCKS - WEFT_BLOCKS_AT_ONCE > WEFT_CORES - 1 &&                             \
    WEFT_DMEM_SIZE / WEFT_PEERS >= WEFT_SMALL_DATA_MEMORY
#define WEFT_LINK_EAGER (WEFT_BLOCKS_AT_ONCE * WEFT_LINK_BLOCK)
#endif

/* Can mbox.store and mbox.load access a buffer? It must be on a word boundary, not null, and not in the shared memory
 * on the bus; the last two are one comparison. The hardware itself refuses an address that is in no memory. */
WEFT_INLINE bool weft_link_direct(const void *buffer)
{
    const uintptr_t address = (uintptr_t)buffer;
#ifndef WEFT_SHARED_BASE
    return address % 4u == 0;
#elif WEFT_SHARED_BASE > WEFT_DMEM_BASE
    return WEFT_LIKELY(address % 4u == 0) && WEFT_LIKELY(address - 1u < WEFT_SHARED_BASE - 1u);
#else
    return address % 4u == 0 && address - WEFT_SHARED_BASE >= WEFT_SHARED_SIZE;
#endif
}

#define WEFT_LINK_REFUSES_NULL 1

/* The number of ranks while all of them, this one included, have open windows and the node of each is its rank;
 * otherwise 0. So one comparison with it tells that a rank exists, that it may be sent to, and which node it is. */
#define WEFT_LINK_HAS_SEND_LIMIT (!WEFT_SMALL)
#if WEFT_LINK_HAS_SEND_LIMIT
extern WEFT_PER_RANK uint32_t weft_send_limit;
#endif

#if WEFT_MAILBOX_MATCHES
/* An open window is the sum of these two: what the windows of all ranks have, to which constants can be added before
 * the rank is known, and what that of a rank below the limit adds. */
#define WEFT_ANY_WINDOW WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1)
#define WEFT_WINDOW_BELOW_LIMIT(rank) ((int32_t)((rank) << WEFT_REQUEST_SOURCE_SHIFT))

/* The hardware refuses a message to a closed window, and one from a buffer that it cannot read. */
WEFT_INLINE bool weft_window_is_open(int32_t window)
{
    (void)window;
    return true;
}

WEFT_INLINE bool weft_link_reads(const void *data)
{
    (void)data;
    return true;
}

WEFT_INLINE bool weft_window_send(int32_t window, const void *data, uint32_t descriptor)
{
    return weft_mbox_try_send(data, (uint32_t)window + descriptor) == 0;
}

/* Waits for a message. If its request word is `wanted`, moves it to the direct buffer and returns 0; otherwise leaves
 * it at the head and returns its request word. */
WEFT_INLINE uint32_t weft_fast_await(void *buffer, uint32_t wanted)
{
    return weft_mbox_match(buffer, wanted);
}
#else
#define WEFT_ANY_WINDOW 0u
#define WEFT_WINDOW_BELOW_LIMIT(rank) ((int32_t)(rank))

WEFT_INLINE bool weft_window_is_open(int32_t window)
{
    return WEFT_LIKELY(window >= 0);
}

WEFT_INLINE bool weft_link_reads(const void *data)
{
    return WEFT_LIKELY(weft_link_direct(data));
}

WEFT_INLINE bool weft_window_send(int32_t window, const void *data, uint32_t descriptor)
{
    weft_mbox_enable(descriptor);
    return weft_mbox_try_store(data, (uint32_t)window) == 0;
}

/* Waits for a message and leaves it at the head. Returns its request word. */
WEFT_INLINE uint32_t weft_fast_await(void *buffer, uint32_t wanted)
{
    (void)buffer, (void)wanted;
    return weft_read_mheadw();
}
#endif

/* Reports a message that was sent to the probes, and spends a credit for it. */
WEFT_INLINE void weft_fast_sent(uint32_t length, uint32_t rank, uint32_t context, uint32_t tag)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    WEFT_SENT(rank, tag, context, length);
    if (!WEFT_LIKELY(--peer->credits > 0)) {
        weft_credit_spent((int32_t)rank);
    }
}

/* Puts at most one block into the mailbox of `rank`. */
WEFT_INLINE bool weft_fast_put(const void *data, uint32_t length, uint32_t rank, uint32_t label)
{
    int32_t window = weft_send_windows[rank];
    WEFT_COMPUTE_NOW(window); /* loaded while the buffer is being checked */
    return weft_link_reads(data) && weft_window_is_open(window) &&
           WEFT_LIKELY(weft_window_send(window, data, WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length));
}

/* Sends at most one block to `rank`. Never sleeps: a refused block is left to the engine, which takes messages from
 * this core's own mailbox while it waits. */
WEFT_INLINE bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context)
{
    if (!weft_fast_put(data, length, rank, label)) {
        return false;
    }
    weft_fast_sent(length, rank, context, label % WEFT_LABEL_TAGS);
    return true;
}

#if WEFT_LINK_HAS_SEND_LIMIT
/* As weft_fast_send(), to a rank below the limit and from a buffer that the link can read. */
WEFT_INLINE bool weft_fast_send_below_limit(const void *data, uint32_t length, uint32_t rank, uint32_t label,
                                            uint32_t context)
{
    uint32_t limit = weft_send_limit;
    uint32_t descriptor = (WEFT_ANY_WINDOW | WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label)) | length;
    WEFT_COMPUTE_NOW(limit);
    WEFT_COMPUTE_NOW(descriptor); /* while the limit is being loaded */
    if (!WEFT_LIKELY(rank < limit) || !WEFT_LIKELY(weft_window_send(WEFT_WINDOW_BELOW_LIMIT(rank), data, descriptor))) {
        return false;
    }
    weft_fast_sent(length, rank, context, label % WEFT_LABEL_TAGS);
    return true;
}
#endif

#ifdef WEFT_LINK_EAGER
/* Sends at most WEFT_LINK_EAGER bytes to `rank`, whose window is open, while this node has nothing outstanding.
 * Interrupts are off, since nothing may happen between reading the mailbox's head and the request. */
WEFT_INLINE bool weft_fast_send_several(int32_t window, const void *data, uint32_t length, uint32_t rank,
                                        uint32_t label, uint32_t context)
{
    const uint32_t on = weft_interrupts_pause();
    weft_mbox_enable(WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length);
    const bool sent = weft_read_mhead() == 0 && WEFT_LIKELY(weft_mbox_try_store(data, (uint32_t)window) == 0);
    weft_interrupts_restore(on);
    if (sent) {
        weft_fast_sent(length, rank, context, label % WEFT_LABEL_TAGS);
    }
    return sent;
}
#endif

/* Receives a message from `rank` if the next one in the mailbox is the one wanted; waits for a message to come. On
 * true, `*length` is its length in bytes, at most `capacity`. One comparison recognizes the common case, a message that
 * fills the buffer. */
WEFT_INLINE bool weft_fast_receive(void *data, uint32_t capacity, uint32_t rank, weft_word label, uint32_t context,
                                   uint32_t tag, uint32_t *length)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const int32_t owed = peer->owed;
    if (!WEFT_LIKELY(peer->receive_word != 0) || !WEFT_LIKELY(owed != WEFT_CREDIT_BATCH - 1) ||
        !WEFT_LIKELY(weft_link_direct(data))) {
        return false;
    }
    const uint32_t empty = peer->receive_word + WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label);
    uint32_t full = empty + capacity;
    WEFT_COMPUTE_NOW(full);
    peer->owed = owed + 1; /* taken back if another message comes */
    WEFT_PROBE("receive", rank, tag, context, capacity);
    const uint32_t head = weft_fast_await(data, full);
    WEFT_PROBE_HOLD("receive", rank, tag, context, capacity);
#if WEFT_MAILBOX_MATCHES
    WEFT_RECEIVED(rank, tag, context, head);
#endif
    if (WEFT_MAILBOX_MATCHES && WEFT_LIKELY(head == 0)) {
        *length = capacity;
        return true;
    }
    if (!WEFT_LIKELY(head == full) && full - head > capacity) {
        peer->owed = owed;
        return false;
    }
    weft_mbox_load(data);
    WEFT_RECEIVED(rank, tag, context, 0);
    *length = capacity - (full - head);
    return true;
}

#define WEFT_LINK_HAS_ESCAPES 1
/* Takes the next block if it is of kind WEFT_LABEL_EAGER, from `rank`, and has at most `room` bytes; waits for a block
 * to come. Returns its length, or 0 if another block comes. Tag and context are those that the caller waits for. */
WEFT_INLINE uint32_t weft_fast_receive_escaped(void *block, uint32_t room, uint32_t rank, uint32_t context,
                                               uint32_t tag)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const int32_t owed = peer->owed;
    if (peer->receive_word == 0 || owed == WEFT_CREDIT_BATCH - 1) {
        return 0;
    }
    const uint32_t empty = peer->receive_word + WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, WEFT_LABEL_EAGER);
    peer->owed = owed + 1; /* taken back if another message comes */
    WEFT_PROBE("receive", rank, tag, context, room);
    const uint32_t head = weft_fast_await(block, empty + room);
    WEFT_PROBE_HOLD("receive", rank, tag, context, room);
    if (WEFT_MAILBOX_MATCHES && head == 0) {
        return room;
    }
    if (head - empty > room) {
        peer->owed = owed;
        return 0;
    }
    weft_mbox_load(block);
    return head - empty;
}

#define WEFT_LINK_OFFERS WEFT_MAILBOX_MATCHES
#if WEFT_LINK_OFFERS
/* The longest message that can be offered, in bytes. */
#define WEFT_FAST_OFFER WEFT_BLOCK_LENGTH_MASK

/* Sends a message of more than a block to `rank` if that rank is waiting for exactly this one (weft_fast_accept()). It
 * goes straight to its buffer, so that it costs no credit. */
WEFT_INLINE bool weft_fast_offer(const void *data, uint32_t length, uint32_t rank, uint32_t label)
{
    const uint32_t descriptor = (label << WEFT_BLOCK_LABEL_SHIFT) | length;
    return weft_mbox_offer(data, (uint32_t)weft_send_windows[rank] + descriptor) == 0;
}

/* Receives an offered message of exactly `length` bytes, more than a block; false if another message comes. */
WEFT_INLINE bool weft_fast_accept(void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context)
{
    const uint32_t word = weft_self()->peers[rank].receive_word;
    if (!WEFT_LIKELY(word != 0)) {
        return false;
    }
    WEFT_PROBE("receive", rank, label % WEFT_LABEL_TAGS, context, length);
    const uint32_t other = weft_mbox_match(data, word + (label << WEFT_BLOCK_LABEL_SHIFT) + length);
    WEFT_PROBE_HOLD("receive", rank, label % WEFT_LABEL_TAGS, context, length);
    WEFT_RECEIVED(rank, label % WEFT_LABEL_TAGS, context, other);
    return other == 0;
}
#endif

#endif
