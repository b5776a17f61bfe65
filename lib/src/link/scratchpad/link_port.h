/* The link over scratchpads: cores of a clustered chip (docs/contract/switches.md) write into memory near each other.
 *
 * Each ordered pair of cores has, near the receiver, a ring of slots (layout.h) for messages of at most a block, and a
 * ring of words for longer ones. The sender writes the slot's word, then the data, then its doorbell flag, which is
 * next to those of the receiver's other senders: a receiver that does not know which sender is next need not poll all
 * rings. There are no locks.
 *
 *     sender                                 memory near the receiver               receiver
 *     word, data of at most a block  ----->  ring of 7 slots        ------------->  polls the next slot of a sender,
 *     number of the message          ----->  doorbell flags, a byte each  ------->  or four flags by one load
 *     words of a longer message      ----->  ring of 64 words       ------------->  reads them as they come
 *
 * A long message has its label and length in a slot, and its words follow through the other ring while the receiver
 * already reads them: each word is written once and read once.
 *
 * The contract holds because each pair has its own rings: whether they have room depends on the receiver alone, and
 * messages between two nodes keep the order of the ring of slots. No interrupt wakes a core that waits: it polls. */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"

#include "layout.h"
#include "peer.h"
#include "shared_mailbox.h"

#include "link/start_in_time.h"

#define WEFT_LINK_STREAM (16384u - WEFT_LINK_BLOCK)
#define WEFT_LINK_OFFER                                                                                                \
    128u /* bytes: half of the ring of words, so that there is room for it again                                       \
            and again */
_Static_assert(WEFT_LINK_STREAM < WEFT_SCRATCHPAD_LONG, "a message's length must fit into its word");
_Static_assert(WEFT_LINK_OFFER <= WEFT_SCRATCHPAD_STREAM * 4 / 2, "an offer must find room");

/* message.c: polls once for a message, or until there is one; it becomes the head. Returns its request word, or 0. */
weft_word weft_scratchpad_look(void);
weft_word weft_scratchpad_wait(void);

/* message.c: sends a message of any length, waiting for room. */
void weft_scratchpad_send(uint32_t node, weft_word label, const void *buffer, uint32_t length);

void weft_scratchpad_barrier(void);

static inline weft_word weft_link_head(void)
{
    return weft_scratchpad.head != 0 ? weft_scratchpad.head : weft_scratchpad_look();
}

static inline weft_word weft_link_wait_head(void)
{
    return weft_scratchpad.head != 0 ? weft_scratchpad.head : weft_scratchpad_wait();
}

#define WEFT_LINK_EXPECTS
static inline void weft_link_meet(uint32_t node)
{
    weft_scratchpad.expected = node;
}

/* Waits for room. Always returns true. */
static inline bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    weft_scratchpad_send(node, label, buffer, length);
    return true;
}

/* Nothing wakes a core here: the caller polls again. */
static inline void weft_link_rest(void)
{
}

static inline void weft_link_give_credit(uint32_t node)
{
    weft_scratchpad_tell(weft_scratchpad_peer(node), WEFT_CREDIT_BATCH);
}

static inline bool weft_link_take_credit(uint32_t node)
{
    struct weft_scratchpad_peer *const peer = weft_scratchpad_peer(node);
    const bool given = weft_scratchpad_given(peer, peer->here->returned) > 0;
    peer->collected += given ? WEFT_CREDIT_BATCH : 0;
    return given;
}

static inline void weft_link_assign_rank(uint32_t node, uint32_t rank)
{
    weft_scratchpad_near(node)->rank_and_one = (uint16_t)(rank + 1);
}

/* Usually this node has been told its rank before it asks. The rank is that of the loader: all cores have the same map.
 */
static inline void weft_link_hear_rank(uint32_t rank)
{
    const struct weft_scratchpad_area *const area = weft_scratchpad_near(weft_scratchpad.node);
    const uint64_t since = weft_start_begins();
    while (rank > 0 && area->rank_and_one != rank + 1) {
        weft_start_goes_on(since);
    }
}

static inline void weft_link_barrier(uint32_t count)
{
    (void)count;
    weft_scratchpad_barrier();
}

static inline void weft_link_read(uint32_t *to, const uint32_t *piece, uint32_t length)
{
    weft_scratchpad_get(to, piece, length);
}

#include "link/common.h"
#include "link/link.h"

#endif
