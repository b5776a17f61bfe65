/* The link of the scratchpads: cores of a clustered chip (docs/switches.md) that write into memory near each other.
 *
 * For each ordered pair of cores there is a ring of slots near the receiver (layout.h); which memory that is stands in
 * the table `peers`. The sender writes data, request word, and, in a word of news that the receiver's senders share,
 * how many messages it has sent, by an atomic exclusive-or on its own four bits. The receiver looks first where its
 * next message was last found, then at the news, so that it need not look at all rings. There are no locks.
 *
 * What the contract asks follows from there being a ring for each pair: whether it has room depends on the receiver
 * alone, and order between two nodes is the order in one ring. Nothing interrupts a core that waits: it looks again and
 * again.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include <weft/fast_path.h>

#include "layout.h"
#include "link/bus/link_port_bus.h"

#define WEFT_LINK_STREAM WEFT_SCRATCHPAD_BYTES
#define WEFT_LINK_OFFER WEFT_LINK_STREAM
#ifndef WEFT_BOUNCE
#define WEFT_BOUNCE WEFT_LINK_STREAM
#endif
_Static_assert(WEFT_LINK_STREAM < WEFT_SCRATCHPAD_PHASE, "a length must leave the bit of the phase alone");

/* The senders of one cluster, as this core sees them. */
struct weft_scratchpad_senders {
    const volatile uint32_t *news;
    uint32_t seen; /* the news as they would be if there were no more than what was taken */
    uint32_t turn; /* the number of the last one that had something */
    uint8_t nodes[WEFT_CLUSTER_CORES];
};

/* Where the next message of a ring goes, or comes from. */
struct weft_scratchpad_place {
    struct weft_scratchpad_slot *slot;
    uint32_t phase; /* WEFT_SCRATCHPAD_PHASE, or 0, as in the slot's new word */
    uint32_t count; /* of messages before; goes round at 2^32 */
};

/* What a core knows of another one. */
struct weft_scratchpad_peer {
    struct weft_scratchpad_place next_in;
    struct weft_scratchpad_place next_out;
    uint32_t room;                       /* messages to it for which there is room, as far as this core knows */
    uint32_t *news;                      /* near it */
    struct weft_scratchpad_channel *out; /* near it, written by this core */
    struct weft_scratchpad_channel *in;  /* near this core, written by it */
    struct weft_scratchpad_senders *senders;
    uint32_t shift;     /* of its bits in this core's news */
    uint32_t given;     /* batches of credits to it so far */
    uint32_t collected; /* batches of credits of it so far */
};

struct weft_scratchpad {
    weft_word word; /* of requests of this core, without label and length */
    uint32_t node;
    uint32_t shift;                                        /* of this core's bits in the news of others */
    weft_word head;                                        /* request word of the message at the head; 0: none known */
    struct weft_scratchpad_peer *from;                     /* who sent it, or the last one */
    struct weft_scratchpad_meeting *meeting;               /* of this core's cluster */
    uint32_t neighbours;                                   /* ranks of this core's cluster, itself included */
    uint32_t clusters;                                     /* that have ranks, this core's first */
    struct weft_scratchpad_senders senders[WEFT_CLUSTERS]; /* those of them */
    struct weft_scratchpad_peer peers[WEFT_CORES];         /* by node */
};

extern struct weft_scratchpad weft_scratchpad;

void weft_scratchpad_start(uint32_t node, uint32_t count);
weft_word weft_scratchpad_look(void);
void weft_scratchpad_barrier(void);

static inline uint32_t weft_link_piece(uint32_t total)
{
    (void)total;
    return WEFT_LINK_STREAM;
}

static inline void weft_link_start(uint32_t node, uint32_t count)
{
    weft_scratchpad_start(node, count);
}

static inline weft_word weft_link_head(void)
{
    return weft_scratchpad.head != 0 ? weft_scratchpad.head : weft_scratchpad_look();
}

static inline bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    return weft_bus_try_send(node, label, buffer, length);
}

/* The receiver takes what is there. */
static inline bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    while (!weft_bus_try_send(node, label, buffer, length)) {
    }
    return true;
}

/* There is nothing to sleep for: the caller looks again. */
static inline void weft_link_rest(void)
{
}

static inline void weft_link_give_credit(uint32_t node)
{
    struct weft_scratchpad_peer *const peer = &weft_scratchpad.peers[node];
    peer->given++;
    peer->out->credits = peer->given;
}

static inline bool weft_link_take_credit(uint32_t node)
{
    struct weft_scratchpad_peer *const peer = &weft_scratchpad.peers[node];
    const bool given = peer->in->credits != peer->collected;
    peer->collected += given;
    return given;
}

static inline void weft_link_barrier(uint32_t count)
{
    (void)count;
    weft_scratchpad_barrier();
}

#endif
