/* The fast paths of the mailboxes: a small message from buffer to mailbox, and from mailbox to buffer.
 *
 * Both functions return false when the case is not the simple one; the engine then does it.
 */
#ifndef WEFT_FAST_PATH_H
#define WEFT_FAST_PATH_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/instructions.h>
#include <weft/label.h>
#include <weft/pl320.h>
#include <weft/platform.h>
#include <weft/probe.h>

#define WEFT_LINK_HAS_BARRIER 0

/* What a mailbox holds beside the request word, in bytes. */
#define WEFT_LINK_BLOCK ((WEFT_PL320_WORDS - 1) * 4u)

/* Small enough for code, too: sends at most a block, if the mailbox to the node is free. */
bool weft_ipcm_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length);

/* Waits for a message; its request word. */
weft_word weft_ipcm_wait(void);

/* Takes the head. */
void weft_ipcm_take(void *buffer);

/* The core itself moves the words: wherever it can load and store them. */
static inline bool weft_link_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}

/* Sends at most one block to `rank`. */
static inline bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, uint32_t label)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const int32_t node = weft_send_gates[rank];
    if (!WEFT_LIKELY(node >= 0) || !WEFT_LIKELY(weft_link_direct(data)) ||
        !WEFT_LIKELY(weft_ipcm_try_send((uint32_t)node, label, data, length))) {
        return false;
    }
    if (!WEFT_LIKELY(--peer->credits > 0)) {
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
    if (!WEFT_LIKELY(word != 0) || !WEFT_LIKELY(owed != WEFT_CREDIT_BATCH) || !WEFT_LIKELY(weft_link_direct(data))) {
        return false;
    }
    const weft_word empty = word + WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, weft_label(context, tag));
    WEFT_PROBE("receive", rank, tag, context, capacity);
    const weft_word head = weft_ipcm_wait();
    WEFT_PROBE_HOLD("receive", rank, tag, context, capacity);
    if (!WEFT_LIKELY(head - empty <= capacity)) {
        return false;
    }
    weft_ipcm_take(data);
    peer->owed = owed;
    *length = head - empty;
    return true;
}

#endif
