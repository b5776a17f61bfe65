/* The endpoints of a node, as the library keeps them and the short ways of MCAPI look at them (short_paths.h).
 *
 * A node is a rank of the engine, a port a tag. What one node says to another is an engine message in one of these
 * contexts:
 *
 *     NOTE         the library of one node tells that of another something: struct weft_mcapi_note
 *     CHANNEL      a packet or a scalar; the port is the receiving end's
 *     MESSAGE + p  a message of priority p
 *     ASK          it asks something: also a note
 *     DISCARDED    the data of a message will not come: weft_send_discard()
 */
#ifndef WEFT_MCAPI_ENDPOINT_H
#define WEFT_MCAPI_ENDPOINT_H

#include <mca.h>
#include <stdbool.h>
#include <weft/context.h>
#include <weft/mcapi_limits.h>

#include "arch/growth.h"

#define WEFT_MCAPI_ALL_PRIORITIES 4

/* Contexts of the engine. All but the last, in which no message is small, are their own names (engine/names.h). */
enum {
    WEFT_MCAPI_NOTE,
    WEFT_MCAPI_CHANNEL,
    WEFT_MCAPI_MESSAGE,
    WEFT_MCAPI_ASK = WEFT_MCAPI_MESSAGE + WEFT_MCAPI_ALL_PRIORITIES,
    WEFT_MCAPI_DISCARDED
};
_Static_assert(WEFT_MCAPI_ASK < WEFT_LABEL_CONTEXTS, "the fast paths take contexts for names");

/* Messages, packets and scalars to a port below this may go the short way. */
#define WEFT_MCAPI_SHORT_PORTS 128

/* A rank, where a message to it or from it may take the fast path if its window is open (<weft/context.h>); where
 * none may, this node's own, whose windows never are open. */
struct weft_mcapi_endpoint {
    mca_uint32_t handle; /* 0: there is none at this place */
    mca_uint32_t to;     /* the last endpoint that a message was sent to; 0: none that the short way leads to */
    weft_rank messages_to;
    weft_rank messages_from; /* a guess: who has sent two of them, one behind the other */
    weft_rank packets_to;
    weft_rank packets_from;
    weft_rank scalars_to;
    weft_rank scalars_from;
    uint8_t port_to; /* of a message, a packet or a scalar */
    weft_rank last_from;
    uint16_t state;
    uint8_t gets;      /* by other nodes, and not released; more than 255 count as 255 */
    weft_rank getter;  /* the node that got it last */
    mca_uint32_t peer; /* the other end of its channel */
    mca_uint32_t attributes;
    mca_timeout_t timeout;
};
_Static_assert(WEFT_MANY_RANKS || sizeof(struct weft_mcapi_endpoint) == 32,
               "a power of two, so that finding one takes no multiplication");
_Static_assert(WEFT_MCAPI_ENDPOINTS <= 512 && (WEFT_MCAPI_ENDPOINTS & (WEFT_MCAPI_ENDPOINTS - 1)) == 0,
               "WEFT_MCAPI_ENDPOINTS must be a power of two, at most 512");

/* Where the platform file lists endpoints, a chip has the tables of all nodes in its image, and each core uses its
 * own. */
#if defined WEFT_STATIC_ENDPOINTS && !WEFT_GROWS
#define WEFT_MCAPI_HAS_TABLES 1
extern struct weft_mcapi_endpoint *weft_mcapi_endpoints;
#else
#define WEFT_MCAPI_HAS_TABLES 0
extern WEFT_PER_RANK struct weft_mcapi_endpoint weft_mcapi_endpoints[WEFT_MCAPI_ENDPOINTS];
#endif

/* No message waits at this node, and no request for one. */
extern WEFT_PER_RANK bool weft_mcapi_quiet;

/* An endpoint's handle: a bit that is always set, the node, its place in that node's table, 16 bits of the port. So its
 * owner finds it at once, and others know where messages for it go. Node and place have 15 bits together: 6 and 9, and
 * where there are more than 64 nodes 10 and 5. */
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

/* The endpoint that has this handle, if any of this node has. */
static inline struct weft_mcapi_endpoint *weft_mcapi_entry(mca_uint32_t handle)
{
    return &weft_mcapi_endpoints[weft_mcapi_place_of(handle) % WEFT_MCAPI_ENDPOINTS];
}

#endif
