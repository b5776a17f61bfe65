/* The fast paths of links whose software stores and loads small messages: mailboxes and landing slots over the bus,
 * message buffers. Included by small_messages.h of such a link, which says how long a block is and which buffers are
 * direct.
 *
 * Both functions return false if the case is not the simple one; the engine then handles it.
 */
#ifndef WEFT_SMALL_MESSAGES_BUS_H
#define WEFT_SMALL_MESSAGES_BUS_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/label.h>
#include <weft/probe.h>

#include "link/bus/request_word.h"

/* Functions of the link contract (lib/src/link/link.h). */
bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length);
weft_word weft_link_wait_head(void);
void weft_link_take(void *buffer);

/* Sends at most a block. A link with a faster function than weft_link_try_send() for this defines it. */
#ifndef WEFT_BUS_TRY_SEND
#define WEFT_BUS_TRY_SEND weft_link_try_send
#endif

/* Waits for a message from a node. A link that polls each sender by itself defines it. */
#ifndef WEFT_BUS_WAIT_FOR
#define WEFT_BUS_WAIT_FOR(node) weft_link_wait_head()
#endif

/* Sends at most one block to `rank`. */
static inline bool weft_fast_send(const void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const int32_t node = weft_send_windows[rank];
    if (!(node >= 0) || !(weft_link_direct(data)) || !(WEFT_BUS_TRY_SEND((uint32_t)node, label, data, length))) {
        return false;
    }
    (void)context; /* used by the probes alone */
    WEFT_SENT(rank, label % WEFT_LABEL_TAGS, context, length);
    if (!(--peer->credits > 0)) {
        weft_credit_spent((int32_t)rank);
    }
    return true;
}

/* Receives a message from `rank` if the next one is the one wanted; waits for it to come. On true, `*length` is its
 * length in bytes, at most `capacity`. */
static inline bool weft_fast_receive(void *data, uint32_t capacity, uint32_t rank, weft_word label, uint32_t context,
                                     uint32_t tag, uint32_t *length)
{
    struct weft_peer *const peer = &weft_self()->peers[rank];
    const weft_word word = peer->receive_word;
    const int32_t owed = peer->owed + 1;
    if (!(word != 0) || !(owed != WEFT_CREDIT_BATCH) || !(weft_link_direct(data))) {
        return false;
    }
    const weft_word empty = word + WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label);
    if (!__builtin_constant_p(tag)) {
        WEFT_PROBE_KEEP(tag);
    }
    WEFT_PROBE("receive", rank, tag, context, capacity);
    const weft_word head = WEFT_BUS_WAIT_FOR(WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, word));
    WEFT_PROBE_HOLD("receive", rank, tag, context, capacity);
    if (!WEFT_LIKELY(head - empty <= capacity)) {
        return false;
    }
    weft_link_take(data);
    WEFT_RECEIVED(rank, tag, context, 0);
    peer->owed = owed;
    *length = head - empty;
    return true;
}

#endif
