/* The fast paths through shared memory: a small message goes from buffer to cell, and from cell to buffer.
 *
 * Only the library includes this header: programs on the host call its functions.
 */
#ifndef WEFT_SMALL_MESSAGES_H
#define WEFT_SMALL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/label.h>
#include <weft/probe.h>

#include "link/shm/shm.h"

#define WEFT_INLINE static inline __attribute__((always_inline))

/* A request word: a mark, 10 bits of source, 36 of label, 17 of length. */
#define WEFT_FIELD_GET(field, word) (((weft_word)(word) >> field##_SHIFT) & field##_MASK)
#define WEFT_FIELD_PUT(field, value) (((weft_word)(value)&field##_MASK) << field##_SHIFT)
#define WEFT_REQUEST_KIND_SHIFT 63
#define WEFT_REQUEST_KIND_MASK UINT64_C(1)
#define WEFT_REQUEST_SOURCE_SHIFT 53
#define WEFT_REQUEST_SOURCE_MASK UINT64_C(0x3FF)
#define WEFT_BLOCK_LABEL_SHIFT 17
#define WEFT_BLOCK_LABEL_MASK UINT64_C(0xFFFFFFFFF)
#define WEFT_BLOCK_LENGTH_SHIFT 0
#define WEFT_BLOCK_LENGTH_MASK UINT64_C(0x1FFFF)

#define WEFT_LINK_HAS_BARRIER 0

/* Up to this length a copy in and a copy out, one after the other, are faster than an RTS and a CTS before the data. */
#define WEFT_LINK_BLOCK 8192u

WEFT_INLINE bool weft_link_direct(const void *buffer)
{
    (void)buffer;
    return true;
}

WEFT_INLINE weft_word weft_shm_word(weft_word label, uint32_t length)
{
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, weft_shm.node) |
           label << WEFT_BLOCK_LABEL_SHIFT | length;
}

WEFT_INLINE bool weft_shm_send(uint32_t node, weft_word label, const void *data, uint32_t length)
{
    const bool sent = weft_outbox_put(&weft_shm.outboxes[node], weft_shm_word(label, length), data, length);
    if (__builtin_expect(sent, 1)) {
        weft_shm_notify(node);
    }
    return sent;
}

/* Sends at most one block to `rank`. */
WEFT_INLINE bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, weft_word label, uint32_t context)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const int32_t node = weft_send_windows[rank];
    WEFT_OFFER(rank, label % WEFT_LABEL_TAGS, context, length);
    (void)context;
    if (__builtin_expect(node < 0 || !weft_shm_send((uint32_t)node, label, data, length), 0)) {
        WEFT_REFUSED();
        return false;
    }
    WEFT_COUNT_SENT(length);
    if (__builtin_expect(--peer->credits == 0, 0)) {
        weft_send_windows[rank] = WEFT_SEND_WINDOW_CLOSED;
    }
    return true;
}

/* Receives a message from `rank` if its next one comes within some polls and is the one wanted. On true, `*length` is
 * its length in bytes, at most `capacity`. */
WEFT_INLINE bool weft_fast_receive(void *data, uint32_t capacity, uint32_t rank, weft_word label, uint32_t context,
                                   uint32_t tag, weft_length *length)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    if (__builtin_expect(peer->receive_word == 0 || peer->owed + 1 == WEFT_CREDIT_BATCH, 0)) {
        return false;
    }
    const weft_word empty = peer->receive_word + (label << WEFT_BLOCK_LABEL_SHIFT);
    struct weft_inbox *const inbox = &weft_shm.inboxes[rank];
    const struct weft_cell *cell = weft_inbox_next(inbox);
    for (uint32_t polls = 0; cell == NULL && polls < weft_shm.polls; polls++) {
        weft_poll_gap();
        cell = weft_inbox_next(inbox);
    }
    if (__builtin_expect(cell == NULL || cell->word - empty > capacity, 0)) {
        return false;
    }
    const uint32_t bytes = (uint32_t)(cell->word - empty);
    *length = bytes;
    if (__builtin_expect(weft_inbox_take(inbox, cell, data, bytes), 0)) {
        weft_shm_notify(rank);
    }
    WEFT_RECEIVED(rank, tag, context, 0);
    (void)context, (void)tag;
    peer->owed++;
    return true;
}

#endif
