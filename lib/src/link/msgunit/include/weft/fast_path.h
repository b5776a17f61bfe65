/* The fast paths of the message instructions: a small message from buffer to buffer, with no queue between.
 *
 * Both functions return false when the case is not the simple one, having done nothing; the engine then does it.
 */
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

/* The longest message that one request carries, in bytes. */
#define WEFT_LINK_BLOCK (WEFT_MAILBOX_BLOCK_WORDS * 4u)

/* Whether mbox.store and mbox.load reach a buffer: on a word boundary, and not in the shared memory on the bus.
 * An address that is in no memory at all is left for the hardware to refuse. */
WEFT_INLINE bool weft_link_direct(const void *buffer)
{
    const uintptr_t address = (uintptr_t)buffer;
#ifndef WEFT_SHARED_BASE
    return address % 4u == 0;
#elif WEFT_SHARED_BASE > WEFT_DMEM_BASE
    return WEFT_LIKELY(address % 4u == 0) && WEFT_LIKELY(address < WEFT_SHARED_BASE);
#else
    return address % 4u == 0 && address - WEFT_SHARED_BASE >= WEFT_SHARED_SIZE;
#endif
}

/* Sends at most one block to `rank`. Never sleeps: a refused block is left to the engine, which empties this core's
 * own mailbox while it waits. */
WEFT_INLINE bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, uint32_t label)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const int32_t node = peer->send_node;
    if (!WEFT_LIKELY(node >= 0) || !WEFT_LIKELY(weft_link_direct(data))) {
        return false;
    }
    weft_mbox_enable(WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length);
    if (!WEFT_LIKELY(weft_mbox_try_store(data, (uint32_t)node) == 0)) {
        return false;
    }
    if (!WEFT_LIKELY(--peer->credits > 0)) {
        peer->send_node = -1;
    }
    return true;
}

/* Makes the compiler compute a value here and not later: before a wait it costs nothing, behind it a cycle. */
#define WEFT_COMPUTE_NOW(value) __asm__("" : "+r"(value))

/* Receives a message from `rank` if the next one in the mailbox is the one wanted; waits for it to come. On true,
 * `*length` is its length in bytes, at most `capacity`. A message that fills the buffer is the common case: it is
 * recognized by one comparison. */
WEFT_INLINE bool weft_fast_receive(void *data, uint32_t capacity, uint32_t rank, uint32_t context, uint32_t tag,
                                   uint32_t *length)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    int32_t owed = peer->owed + 1;
    int32_t *count = &peer->owed;
    if (!WEFT_LIKELY(peer->receive_word != 0) || !WEFT_LIKELY(owed != WEFT_CREDIT_BATCH) ||
        !WEFT_LIKELY(weft_link_direct(data))) {
        return false;
    }
    const uint32_t empty = peer->receive_word + WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, weft_label(context, tag));
    uint32_t full = empty + capacity;
    WEFT_COMPUTE_NOW(full);
    WEFT_COMPUTE_NOW(owed);
    WEFT_COMPUTE_NOW(count);
    WEFT_PROBE("receive", rank, tag, context, capacity);
    const uint32_t head = weft_read_mheadw();
    WEFT_PROBE_HOLD("receive", rank, tag, context, capacity);
    if (!WEFT_LIKELY(head == full) && full - head > capacity) {
        return false;
    }
    weft_mbox_load(data);
    *count = owed;
    *length = capacity - (full - head);
    return true;
}

#endif
