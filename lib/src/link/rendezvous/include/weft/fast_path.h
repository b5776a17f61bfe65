/* The fast paths of the rendezvous: a sender and a receiver who know each other wait for each other alone, and look
 * only now and then whether somebody else wants something. Both functions return false when the case is not the simple
 * one; the engine then does it. */
#ifndef WEFT_FAST_PATH_H
#define WEFT_FAST_PATH_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/instructions.h>
#include <weft/label.h>
#include <weft/platform.h>
#include <weft/probe.h>

/* Barriers are made of messages. */
#define WEFT_LINK_HAS_BARRIER 0

/* Small, since receivers set aside blocks for all their peers in a data memory of 32 KiB. */
#define WEFT_LINK_BLOCK 32u

/* The core itself moves the words: wherever it can load and store them. */
static inline bool weft_link_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}

/* Sends a message as soon as the node grants it. */
void weft_rendezvous_send(uint32_t node, weft_word label, const void *buffer, uint32_t length);

/* Waits for a message of the node, but not longer than until another one comes: the request word of the head. */
weft_word weft_rendezvous_wait_for(uint32_t node);

/* Takes the head. */
void weft_rendezvous_take(void *buffer);

/* Sends at most one block to `rank`. */
static inline bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, uint32_t label)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const int32_t node = weft_send_gates[rank];
    if (node < 0 || !weft_link_direct(data)) {
        return false;
    }
    WEFT_PROBE("send", rank, label % WEFT_LABEL_TAGS, label / WEFT_LABEL_TAGS, length);
    weft_rendezvous_send((uint32_t)node, label, data, length);
    WEFT_PROBE_HOLD("send", rank, label % WEFT_LABEL_TAGS, label / WEFT_LABEL_TAGS, length);
    WEFT_SENT(rank, label % WEFT_LABEL_TAGS, label / WEFT_LABEL_TAGS, length);
    if (--peer->credits == 0) {
        weft_send_gates[rank] = WEFT_GATE_CLOSED;
    }
    return true;
}

/* Receives a message from `rank` if the next one is the one wanted; waits for it to come. On true, `*length` is its
 * length in bytes, at most `capacity`. */
static inline bool weft_fast_receive(void *data, uint32_t capacity, uint32_t rank, uint32_t context, uint32_t tag,
                                     uint32_t *length)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const weft_word word = peer->receive_word;
    const int32_t owed = peer->owed + 1;
    if (word == 0 || owed == WEFT_CREDIT_BATCH || !weft_link_direct(data)) {
        return false;
    }
    const weft_word empty = word + WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, weft_label(context, tag));
    WEFT_PROBE("receive", rank, tag, context, capacity);
    const weft_word head = weft_rendezvous_wait_for(WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, word));
    WEFT_PROBE_HOLD("receive", rank, tag, context, capacity);
    if (head - empty > capacity) {
        return false;
    }
    weft_rendezvous_take(data);
    WEFT_RECEIVED(rank, tag, context, 0);
    peer->owed = owed;
    *length = head - empty;
    return true;
}

#endif
