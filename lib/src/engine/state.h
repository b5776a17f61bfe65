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

/* One message of the unexpected queue: the envelope, and a block as it came. */
struct weft_slot {
    struct weft_slot *next;
    struct weft_envelope envelope;
    bool announced;  /* the block was an announcement; the data are still with the sender */
    uint32_t cookie; /* the announced send's */
    uint32_t data;   /* where in the block the user's bytes begin */
    uint32_t block[WEFT_LINK_BLOCK / 4];
};

/* For each rank its credits and one announcement. */
#define WEFT_SLOTS (WEFT_CORES * (WEFT_CREDITS + 1))

struct weft_engine {
    struct weft_request *requests; /* under way, oldest first */
    struct weft_slot *kept;        /* the unexpected queue, oldest first */
    struct weft_slot *free;
    uint32_t cookies;              /* given out */
    uint8_t rank_of_node[WEFT_CORES];
    uint8_t node_of_rank[WEFT_CORES];
    uint16_t kept_of_rank[WEFT_CORES]; /* messages of a rank in the unexpected queue */
    uint32_t incoming[WEFT_BOUNCE / 4];
    uint32_t outgoing[WEFT_BOUNCE / 4];
    struct weft_slot slots[WEFT_SLOTS];
};

extern struct weft_engine weft_engine;

static inline uint32_t weft_node(int32_t rank)
{
    return weft_engine.node_of_rank[rank];
}

/* match.c: does the message `have` satisfy the receive `want`? And the oldest that does, or null. */
bool weft_matches(const struct weft_envelope *want, const struct weft_envelope *have);
struct weft_request *weft_find_receive(const struct weft_envelope *message);
struct weft_slot *weft_find_kept(const struct weft_envelope *receive);

/* queue.c: the list of requests, and the slots of the unexpected queue. */
void weft_request_begin(struct weft_request *request, enum weft_phase phase);
void weft_request_end(struct weft_request *request);
struct weft_slot *weft_slot_take(void);
void weft_slot_free(struct weft_slot *slot);
void weft_slot_keep(struct weft_slot *slot);
void weft_slot_unlink(struct weft_slot *slot);

/* credit.c: one eager block of a peer was consumed here; may one more be sent to it; the gates of the fast paths. */
void weft_credit_consumed(int32_t rank);
bool weft_credit_spend(int32_t rank);
void weft_set_gates(int32_t rank);

/* receive.c: gives a message in a slot to a receive, and frees the slot. */
void weft_receive_accept(struct weft_request *request, struct weft_slot *slot);
/* receive.c: tells what a receive will get of a message of this envelope. */
void weft_receive_matched(struct weft_request *request, const struct weft_envelope *message);

/* arrive.c: takes the message at the head, whose request word is `head`. */
void weft_arrive(uint32_t head);

/* send.c, receive.c: tries the next step of a request that needs the link; whether it was taken. */
bool weft_send_advance(struct weft_request *request);
bool weft_receive_advance(struct weft_request *request);

#endif
