/* The engine's own state, and what its parts ask of each other. */
#ifndef WEFT_STATE_H
#define WEFT_STATE_H

#include "engine/engine.h"
#include "link/link.h"

/* The pieces in which data cross a buffer that the link cannot reach (unaligned, or in shared memory): each piece is
 * copied once and is a message of its own. */
#ifndef WEFT_BOUNCE
#define WEFT_BOUNCE 256u
#endif
_Static_assert(WEFT_BOUNCE % WEFT_LINK_BLOCK == 0 && WEFT_BOUNCE > 0, "WEFT_BOUNCE must be a multiple of a link block");
_Static_assert(WEFT_BOUNCE <= WEFT_LINK_STREAM, "WEFT_BOUNCE must fit in one message of the link");
_Static_assert(WEFT_CREDITS >= 2 && WEFT_CREDITS <= 255, "WEFT_CREDITS must be 2 to 255");
_Static_assert(WEFT_LINK_BLOCK >= 16, "a link block must hold an announcement");

/* The head of an eager message with an escaped label; the data follow. */
struct weft_eager_head {
    int32_t tag;
    uint32_t context;
};
#define WEFT_EAGER_ESCAPED (WEFT_LINK_BLOCK - (uint32_t)sizeof(struct weft_eager_head))

struct weft_announcement {
    int32_t tag;
    uint32_t context;
    uint32_t length;
    uint32_t cookie;
};

struct weft_grant {
    uint32_t cookie;
    uint32_t total;    /* send so many bytes */
    uint32_t fragment; /* in pieces of at most so many */
};

/* A block as the link reads and writes it. */
union weft_block {
    uint32_t words[WEFT_LINK_BLOCK / 4];
    struct weft_eager_head eager;
    struct weft_announcement announcement;
    struct weft_grant grant;
};

/* One message of the unexpected queue: the envelope, and the block that came. */
struct weft_slot {
    struct weft_slot *next;
    struct weft_envelope envelope;
    const uint32_t *data; /* where in the block the user's bytes begin; null: it is an announcement */
    union weft_block block;
};

/* For each rank its credits, one given back early, and one announcement. */
#define WEFT_SLOTS(ranks) ((uint32_t)(ranks) * (WEFT_CREDITS + 2u))

struct weft_engine {
    struct weft_request *requests; /* under way, oldest first */
    struct weft_slot *kept;        /* the unexpected queue, oldest first */
    struct weft_slot *free;        /* slots that have been used and are free again */
    uint32_t used;                 /* the slots from this one on have never been used */
    uint32_t cookies;              /* given out */
    uint8_t rank_of_node[WEFT_CORES];
    uint8_t node_of_rank[WEFT_CORES];
    uint16_t kept_of_rank[WEFT_CORES]; /* messages of a rank in the unexpected queue */
    union weft_block grant;            /* the one that came last */
    uint32_t incoming[WEFT_BOUNCE / 4];
    uint32_t outgoing[WEFT_BOUNCE / 4];
    struct weft_slot *slots;
};

extern WEFT_PER_RANK struct weft_engine weft_engine;

static inline uint32_t weft_node(int32_t rank)
{
    return weft_engine.node_of_rank[rank];
}

static inline bool weft_needs_link(const struct weft_request *request)
{
    return request->phase >= WEFT_SEND_BLOCK;
}

static inline bool weft_agrees(int32_t want, int32_t have)
{
    return want == WEFT_ANY || want == have;
}

/* Does the message `have` satisfy the receive `want`? (MPI 4.0, section 3.2.4) */
static inline bool weft_matches(const struct weft_envelope *want, const struct weft_envelope *have)
{
    return want->context == have->context && weft_agrees(want->rank, have->rank) && weft_agrees(want->tag, have->tag);
}

/* match.c: the oldest receive that a message belongs to, and the oldest message for a receive; or null. */
struct weft_request *weft_find_receive(const struct weft_envelope *message);
struct weft_slot *weft_find_kept(const struct weft_envelope *receive);

/* slots.c: memory for WEFT_SLOTS(ranks) slots, all zeros. */
struct weft_slot *weft_slots_reserve(uint32_t ranks);

/* queue.c: the list of requests, and the slots of the unexpected queue. */
void weft_request_begin(struct weft_request *request, enum weft_phase phase);
void weft_request_end(struct weft_request *request);
void weft_slot_keep(struct weft_slot *slot);
void weft_slot_unlink(struct weft_slot *slot);

/* credit.c: one eager block of a peer was consumed here; may one more be sent to it; the gates of the fast paths. */
void weft_credit_consumed(int32_t rank);
bool weft_credit_spend(int32_t rank);
void weft_set_gates(int32_t rank);

/* send.c: sends all that remains, asleep while the receiver has no room; tries the next step of a request that needs
 * the link, and returns whether anything was sent. */
void weft_send_stream(struct weft_request *request);
bool weft_send_advance(struct weft_request *request);

/* receive.c: gives a receive the message in a slot, or grants an announced one, and frees the slot; tries the grant of
 * a request that needs it. */
void weft_receive_accept(struct weft_request *request, struct weft_slot *slot);
bool weft_receive_advance(struct weft_request *request);

/* arrive.c: takes the message at the head, whose request word is `head`. */
void weft_arrive(weft_word head);

#endif
