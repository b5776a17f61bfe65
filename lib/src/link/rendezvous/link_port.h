/* The rendezvous link: cores of a clustered chip (docs/contract/switches.md) copy messages into a buffer near the
 * receiver and out of it, like the library that J. Joven et al. publish ("QoS-Driven Reconfigurable Parallel Computing
 * for NoC-Based Clustered MPSoCs", 2013, section V). Other links of such chips are compared with it.
 *
 * Each ordered pair of cores has a buffer and a flag (layout.h draws the flag's states). A sender asks by the flag; the
 * receiver grants when it polls for messages; the sender copies header and payload into the buffer and sets the flag to
 * FULL; the receiver copies them out. Both poll. A message is accepted only once its receiver has granted it, so a send
 * takes at least until then.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"

#include "layout.h"

#define WEFT_LINK_STREAM WEFT_RENDEZVOUS_BYTES
#define WEFT_LINK_OFFER WEFT_LINK_STREAM

/* What a core knows of another one. */
struct weft_rendezvous_peer {
    struct weft_rendezvous_buffer *out; /* near that core */
    struct weft_rendezvous_buffer *in;  /* near this core */
    volatile uint8_t *out_flag;
    volatile uint8_t *in_flag;
    volatile uint32_t *out_credits;
    const volatile uint32_t *in_credits;
    uint32_t given;     /* batches of credits to it so far */
    uint32_t collected; /* batches of credits from it so far that have been used */
};

/* Flags that this core reads by one load, and the senders that they belong to. */
struct weft_rendezvous_senders {
    const union weft_rendezvous_flags *flags;
    uint8_t nodes[4];
};
#define WEFT_RENDEZVOUS_SENDERS (WEFT_CLUSTERS * ((WEFT_CLUSTER_CORES + 3) / 4))

struct weft_rendezvous {
    uint32_t node;
    weft_word head;                             /* request word of the message at the head; 0: none known */
    struct weft_rendezvous_peer *from;          /* its sender */
    const struct weft_rendezvous_peer *awaited; /* whose offer this core checks itself; null: it refuses all */
    uint32_t turn;                              /* whose flag is polled next, for messages and for grants */
    uint32_t turn_of_grants;                    /* the same while only grants can be given */
    uint32_t count;                             /* of `senders` in use */
    struct weft_rendezvous_senders senders[WEFT_RENDEZVOUS_SENDERS];
    struct weft_rendezvous_peer peers[WEFT_CORES]; /* by node */
};

extern struct weft_rendezvous weft_rendezvous;

weft_word weft_rendezvous_look(void);

static inline weft_word weft_link_head(void)
{
    return weft_rendezvous.head != 0 ? weft_rendezvous.head : weft_rendezvous_look();
}

/* Nothing wakes a core here: the caller polls again, and each send tries for a while. */
static inline void weft_link_rest(void)
{
}

static inline void weft_link_give_credit(uint32_t node)
{
    struct weft_rendezvous_peer *const peer = &weft_rendezvous.peers[node];
    peer->given++;
    *peer->out_credits = peer->given;
}

static inline bool weft_link_take_credit(uint32_t node)
{
    struct weft_rendezvous_peer *const peer = &weft_rendezvous.peers[node];
    const bool given = *peer->in_credits != peer->collected;
    peer->collected += given;
    return given;
}

/* After this number of polls there is a pause between two: otherwise waiting cores would keep others from the memory.
 */
#define WEFT_RENDEZVOUS_EAGER_LOOKS 16u

/* message.c: pauses for a time that depends on how often the caller has polled. */
void weft_rendezvous_pause(uint32_t looks);

#include "link/common.h"
#include "link/link.h"

#endif
