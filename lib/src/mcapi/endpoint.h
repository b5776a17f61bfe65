/* The table of a node's endpoints, which the fast paths of MCAPI read (short_paths.h).
 *
 * A node is a rank of the engine, a port a tag. Nodes exchange engine messages in these contexts:
 *
 *     NOTE         a statement of one node's library to another's: struct weft_mcapi_note
 *     CHANNEL      a packet or a scalar; the port is the receiving end's
 *     MESSAGE + p  a message of priority p
 *     ASK          a question: also a note
 *     DISCARDED    a notice that the data of a message will not come: weft_send_discard()
 */
#ifndef WEFT_MCAPI_ENDPOINT_H
#define WEFT_MCAPI_ENDPOINT_H

#include <mca.h>
#include <stdbool.h>
#include <weft/context.h>
#include <weft/mcapi_limits.h>

#include "arch/growth.h"

#define WEFT_MCAPI_ALL_PRIORITIES 4

/* Contexts of the engine. All but the last, which has no small messages, are their own names (engine/names.h). */
enum {
    WEFT_MCAPI_NOTE,
    WEFT_MCAPI_CHANNEL,
    WEFT_MCAPI_MESSAGE,
    WEFT_MCAPI_ASK = WEFT_MCAPI_MESSAGE + WEFT_MCAPI_ALL_PRIORITIES,
    WEFT_MCAPI_DISCARDED
};
_Static_assert(WEFT_MCAPI_ASK < WEFT_LABEL_CONTEXTS, "the fast paths take contexts for names");

/* Messages, packets and scalars to a port below this may take the fast path. */
#define WEFT_MCAPI_SHORT_PORTS 128

/* An endpoint. The members messages_to to scalars_from are the ranks to or from which such data may take the fast path
 * if the window is open (<weft/context.h>). If the fast path is not allowed, the member is this node's own rank, whose
 * windows are always closed. */
struct weft_mcapi_endpoint {
    mca_uint32_t handle; /* 0: free entry */
    mca_uint32_t to;     /* last endpoint to which a message was sent; 0: none that the fast path reaches */
    weft_rank messages_to;
    weft_rank messages_from; /* a guess: the rank that sent the last two messages */
    weft_rank packets_to;
    weft_rank packets_from;
    weft_rank scalars_to;
    weft_rank scalars_from;
    uint8_t port_to; /* destination port of a message, packet or scalar */
    weft_rank last_from;
    uint16_t state;
    uint8_t gets;      /* gets by other nodes that were not released; saturates at 255 */
    weft_rank getter;  /* the node that got it last */
    mca_uint32_t peer; /* the other end of its channel */
    mca_uint32_t attributes;
    mca_timeout_t timeout;
};
_Static_assert(WEFT_MANY_RANKS || sizeof(struct weft_mcapi_endpoint) == 32,
               "a power of two, so that finding one takes no multiplication");
_Static_assert(WEFT_MCAPI_ENDPOINTS <= 512 && (WEFT_MCAPI_ENDPOINTS & (WEFT_MCAPI_ENDPOINTS - 1)) == 0,
               "WEFT_MCAPI_ENDPOINTS must be a power of two, at most 512");

/* If the platform file lists endpoints, a chip's image contains the tables of all nodes, and each core uses its own. */
#if defined WEFT_STATIC_ENDPOINTS && !WEFT_GROWS
#define WEFT_MCAPI_HAS_TABLES 1
extern struct weft_mcapi_endpoint *weft_mcapi_endpoints;
#else
#define WEFT_MCAPI_HAS_TABLES 0
extern WEFT_PER_RANK struct weft_mcapi_endpoint weft_mcapi_endpoints[WEFT_MCAPI_ENDPOINTS];
#endif

/* Whether no message waits at this node, and no request for one. */
extern WEFT_PER_RANK bool weft_mcapi_quiet;

/* An endpoint's handle: bit 31, which is always set, the node, the index in that node's table, and 16 bits of the port.
 * So its owner finds it without a search, and other nodes know where to send messages for it. Node and index have 15
 * bits together: 6 and 9, or 10 and 5 on a platform of more than 64 nodes. */
#define WEFT_MCAPI_VALID (UINT32_C(1) << 31)
#define WEFT_MCAPI_NODE_BITS (WEFT_MANY_RANKS && WEFT_MCAPI_ENDPOINTS <= 32 ? 10 : 6)
#define WEFT_MCAPI_NODE_SHIFT (31 - WEFT_MCAPI_NODE_BITS)

static inline uint32_t weft_mcapi_place_of(mca_uint32_t handle)
{
    return handle >> 16 & ((1u << (15 - WEFT_MCAPI_NODE_BITS)) - 1);
}

static inline uint32_t weft_mcapi_port_of(mca_uint32_t handle)
{
    return handle & 0xFFFF;
}

/* Returns the table entry where an endpoint with this handle is, if it is one of this node's; the caller compares the
 * handle. */
static inline struct weft_mcapi_endpoint *weft_mcapi_entry(mca_uint32_t handle)
{
    return &weft_mcapi_endpoints[weft_mcapi_place_of(handle) % WEFT_MCAPI_ENDPOINTS];
}

#endif
