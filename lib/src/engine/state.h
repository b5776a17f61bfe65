/* The engine's private state, and the functions that its files call of each other.
 *
 *      list      holds                                       left when
 *      posted    receives without a message                  a message matches
 *      waiting   sends without a CTS, receives without data  the CTS or the last data arrive
 *      sending   requests that the link has not accepted     the link accepts the last message
 *      kept      the unexpected queue: messages, RTS         a receive matches
 *
 * The engine also opens and closes the *windows* of the fast paths (<weft/context.h>): a fast path must never overtake
 * a message or request that waits in one of these lists.
 */
#ifndef WEFT_STATE_H
#define WEFT_STATE_H

#include "arch/growth.h"
#include "engine/engine.h"
#include "engine/heads.h"
#include "link_port.h"

/* Size of the bounce buffers, through which data pass that the link cannot read or write in place (unaligned, not
 * contiguous, or in shared memory). Each piece is copied once and is one message of the link. */
#ifndef WEFT_BOUNCE
#define WEFT_BOUNCE (WEFT_LINK_BLOCK > 256u ? WEFT_LINK_BLOCK : 256u)
#endif
_Static_assert(WEFT_BOUNCE % WEFT_LINK_BLOCK == 0 && WEFT_BOUNCE > 0, "WEFT_BOUNCE must be a multiple of a link block");
_Static_assert(WEFT_BOUNCE <= WEFT_LINK_STREAM, "WEFT_BOUNCE must fit in one message of the link");
_Static_assert(WEFT_CREDITS >= 2 && WEFT_CREDITS <= 255, "WEFT_CREDITS must be 2 to 255");
_Static_assert(WEFT_LINK_STREAM <= WEFT_BLOCK_LENGTH_MASK, "a request word must hold the length of a link's message");
_Static_assert(WEFT_PEERS - 1 <= WEFT_REQUEST_SOURCE_MASK, "a request word must hold the number of each node");

/* The buffer of one block, or of all blocks of an eager message. */
union weft_block {
    uint32_t words[WEFT_LINK_EAGER / 4];
    struct weft_eager_head eager;
    struct weft_rts rts;
    struct weft_cts cts;
};

/* Memory for one eager message of the unexpected queue, with its data. */
struct weft_slot {
    struct weft_message message;
    union weft_block block;
};

/* Number of slots in the image: for each rank its credits, plus those that were returned early. If credit is given on
 * demand, only the slots of the rank itself; others come from the heap. */
#define WEFT_SLOTS (WEFT_CREDIT_ON_DEMAND ? WEFT_CREDITS : WEFT_PEERS * (WEFT_CREDITS + 2u))

/* Maximum number of RTS, from all peers together, that a rank can keep before it receives their messages. */
#ifndef WEFT_ANNOUNCEMENTS
#if defined WEFT_DMEM_SIZE && WEFT_DMEM_SIZE < WEFT_SMALL_DATA_MEMORY
#define WEFT_ANNOUNCEMENTS 64u
#elif WEFT_MANY_RANKS
#define WEFT_ANNOUNCEMENTS (WEFT_PEERS + 256u)
#else
#define WEFT_ANNOUNCEMENTS 256u
#endif
#endif
_Static_assert(WEFT_ANNOUNCEMENTS >= WEFT_PEERS, "WEFT_ANNOUNCEMENTS must be at least one for each peer");

struct weft_list {
    struct weft_node *first;
    struct weft_node **end; /* the last `next`; undefined while the list is empty */
};

/* Allocator of elements of equal size: those that were given back are in a list; `used` is the boundary to memory that
 * has never been used. The initial state is all zeros, so that start-up need not build a list. */
struct weft_pool {
    struct weft_node *free;
    uint32_t used; /* bytes */
};

/* The reasons other than a lack of credit to keep the windows of a rank closed. */
struct weft_traffic {
    uint32_t kept;   /* messages from it in the unexpected queue */
    uint32_t posted; /* receives from it that have no message yet */
    uint32_t queued; /* eager messages and RTS to it that the link has not accepted yet */
    /* Value of its receive window while nothing holds all windows closed. */
    weft_word receive_word;
#if WEFT_LINK_HAS_SEND_LIMIT
    bool is_shut; /* no credit, or something queued: counted in weft_engine.shut */
#endif
#if WEFT_GROWS
    uint32_t sending; /* requests for it in the list `sending` */
#endif
};

struct weft_engine {
    struct weft_list posted;  /* WEFT_RECEIVE_MATCH, in the order of matching */
    struct weft_list waiting; /* WEFT_SEND_AWAIT; WEFT_RECEIVE_DATA, in the order of the CTS */
    struct weft_list sending; /* requests that need the link; for each peer in the order of sending */
    struct weft_list kept;    /* the unexpected queue, oldest first */
    bool started;             /* once started; remains true after a stop */
#if WEFT_GROWS
    uint32_t destinations; /* number of ranks for which there are requests in `sending` */
#else
    struct weft_pool slots;    /* struct weft_slot: eager messages */
    struct weft_pool rts_pool; /* struct weft_message */
#endif
    uint32_t cookies;  /* the last one assigned */
    uint32_t promised; /* receives in WEFT_RECEIVE_DATA: this rank has promised to take their data */
    uint32_t held;     /* number of reasons to keep all receive windows closed */
#if WEFT_LINK_HAS_SEND_LIMIT
    uint32_t
        shut; /* reasons to keep the send limit at 0: number of ranks that are shut or whose node has another number */
#endif
#if WEFT_CREDIT_ON_DEMAND
    uint32_t eager; /* peers that have been given credit; the receive windows of all others are closed */
    weft_rank eager_peers[WEFT_EAGER_PEERS];
    struct weft_copy *copies; /* of small messages to peers that give no credit: copied.c */
#endif
    bool (*also)(void);
    /* Of an interface that keeps receives of its own (MCAPI): takes a message that matches none of the engine's
     * receives. Returns whether it did. Null: there is no such interface. */
    bool (*claims)(struct weft_message *message);
    weft_rank rank_of_node[WEFT_PEERS];
    weft_rank node_of_rank[WEFT_PEERS];
    struct weft_traffic traffic[WEFT_PEERS];
    union {
        struct weft_rts rts;
        struct weft_cts cts;
        uint32_t context;
    } heard; /* the head of the message taken last */
};

/* The large buffers, in a variable of their own: so the engine's state stays small enough for a chip to address it in
 * fewer instructions. */
struct weft_store {
    uint32_t incoming[WEFT_BOUNCE / 4];
    uint32_t outgoing[WEFT_BOUNCE / 4];
#if !WEFT_GROWS
    struct weft_message rts[WEFT_ANNOUNCEMENTS];
#endif
};

/* A library that is compiled to be small calls the single copies of these in queue.c. */
inline void weft_list_append(struct weft_list *list, struct weft_node *node)
{
    node->next = NULL;
    *(list->first ? list->end : &list->first) = node;
    list->end = &node->next;
}

inline void weft_list_take_out(struct weft_list *list, struct weft_node *node)
{
    struct weft_node **link = &list->first;
    while (*link != node) {
        link = &(*link)->next;
    }
    *link = node->next;
    if (!node->next) {
        list->end = link;
    }
}

#ifndef WEFT_LINK_HAS_ESCAPES
#define WEFT_LINK_HAS_ESCAPES 0
#endif

#define WEFT_HAS_QUIET_LIMIT (WEFT_LINK_HAS_SEND_LIMIT && WEFT_LINK_EAGER > WEFT_LINK_BLOCK)
#if WEFT_HAS_QUIET_LIMIT
/* The send limit while the engine is quiet, otherwise 0. */
extern WEFT_PER_RANK uint32_t weft_quiet_limit;
#endif

extern WEFT_PER_RANK struct weft_engine weft_engine;
extern WEFT_PER_RANK struct weft_store weft_store;

static inline uint32_t weft_node_of(int32_t rank)
{
    return weft_engine.node_of_rank[rank];
}

/* Returns the open receive window of a node: the request word of its messages without label and length, or another
 * value by which its link recognizes it; 0 if the fast path takes no messages of that node. */
static inline weft_word weft_source_word(uint32_t node)
{
#ifdef WEFT_LINK_SPEAKS_FOR
    if (WEFT_LINK_SPEAKS_FOR(node)) {
        return 0;
    }
#endif
#ifdef WEFT_LINK_HAS_RECEIVE_WINDOWS
    return weft_link_receive_window(node);
#else
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, node);
#endif
}

static inline bool weft_is_self(int32_t rank)
{
    return rank == weft_self()->rank;
}

/* Are `waiting` and `sending` empty, so that the straight-line code of a large message (straight.h) has nothing else to
 * serve? */
static inline bool weft_is_quiet(void)
{
    return ((uintptr_t)weft_engine.waiting.first | (uintptr_t)weft_engine.sending.first) == 0;
}

#if WEFT_HAS_QUIET_LIMIT
/* A request has entered `waiting` or `sending`, or has left it. */
static inline void weft_end_quiet(void)
{
    weft_quiet_limit = 0;
}

static inline void weft_may_be_quiet(void)
{
    if (weft_is_quiet()) {
        weft_quiet_limit = weft_send_limit;
    }
}
#else
static inline void weft_end_quiet(void)
{
}

static inline void weft_may_be_quiet(void)
{
}
#endif

/* Do two ranks, or two tags, match? Those of a message are never negative, so a negative one is WEFT_ANY. */
static inline bool weft_agrees(int32_t a, int32_t b)
{
    return a == b || (a | b) < 0;
}

/* Do a message and a receive, in either order, match? (MPI 4.0, section 3.2.4) */
static inline bool weft_matches(const struct weft_envelope *a, const struct weft_envelope *b)
{
    return a->context == b->context && weft_agrees(a->rank, b->rank) && weft_agrees(a->tag, b->tag);
}

/* Recomputes a window of a rank. A library that is compiled to be small leaves all windows closed. */
static inline void weft_update_send_window(int32_t rank)
{
    if (!WEFT_SMALL) {
        weft_set_send_window(rank);
    }
}

static inline void weft_update_receive_window(int32_t rank)
{
    if (!WEFT_SMALL) {
        weft_set_receive_window(rank);
    }
}

/* match.c: returns the oldest receive that a message matches, or null. */
struct weft_request *weft_find_receive(const struct weft_envelope *message);

/* slots.c: memory for WEFT_SLOTS slots, initially zeros; adds more of them, if the heap has room; returns memory for
 * one more RTS, or null. */
extern struct weft_slot weft_slots[];
bool weft_slots_add(uint32_t count);
struct weft_node *weft_rts_add(void);

/* queue.c: the lists. A request enters the list of a phase at its end. It leaves the list when it is done or changes to
 * another phase. */
void weft_request_enter(struct weft_request *request, enum weft_phase phase);
void weft_request_leave(struct weft_request *request);
void weft_message_keep(struct weft_message *message);

/* The same for two cases in which no counter or window changes: a send whose RTS has been sent enters `waiting`; the
 * only request in `waiting` leaves it. */
static inline void weft_request_await(struct weft_request *request)
{
    request->phase = WEFT_SEND_AWAIT;
    weft_list_append(&weft_engine.waiting, &request->node);
    weft_end_quiet();
}

static inline void weft_request_alone_leave(struct weft_request *request)
{
    weft_engine.waiting.first = NULL;
    weft_may_be_quiet();
    request->phase = WEFT_DONE;
}

/* queue.c: a receive enters the list `posted`. */
#if WEFT_SMALL
static inline void weft_receive_post(struct weft_request *request)
{
    weft_request_enter(request, WEFT_RECEIVE_MATCH);
}
#else
void weft_receive_post(struct weft_request *request);
#endif

/* queue.c, or messages_in_heap.c if memory grows: frees and allocates memory for messages, eager ones and RTS. */
void weft_message_free(struct weft_message *message);
struct weft_slot *weft_slot_take(void);
struct weft_slot *weft_slot_of(weft_length length);
struct weft_message *weft_rts_take(void);

/* Allocates memory for an eager message of `length` bytes. */
static inline struct weft_slot *weft_slot_for(weft_length length)
{
#if WEFT_GROWS
    return weft_slot_of(length);
#else
    (void)length;
    return weft_slot_take();
#endif
}

/* credit.c: notes that an eager block of a peer has been consumed; spends a credit to send one to it, and returns
 * whether there was one; adds a reason (1) to keep all receive windows closed, or removes one (-1); recomputes the send
 * limit. */
void weft_credit_consumed(int32_t rank);
bool weft_credit_spend(int32_t rank);
void weft_hold_receive_windows(int32_t more);
void weft_set_send_limit(void);

/* May a peer go on sending eager messages after its first one? */
static inline bool weft_has_credit(const struct weft_peer *peer)
{
    return !WEFT_CREDIT_ON_DEMAND || peer->owed != WEFT_WITHOUT_CREDIT;
}

/* credit.c: gives a peer that has sent something its first batch of credit, unless it already has it, and if there is
 * room for the blocks that it may then send. */
#if WEFT_CREDIT_ON_DEMAND
void weft_credit_begin(int32_t rank);
#else
static inline void weft_credit_begin(int32_t rank)
{
    (void)rank;
}
#endif

/* send.c: weft_send_data() sends data whose CTS has come. Normally it sends all of them and sleeps while the receiver
 * has no room, as long as the link lets this rank sleep. If this rank has itself promised to receive data, it sends
 * only what the link accepts now. weft_send_advance() tries the next step of a request that needs the link; a request
 * that no longer needs the link leaves the list. Both return whether anything was sent. */
bool weft_send_data(struct weft_request *request);
bool weft_send_advance(struct weft_request *request);

/* Does a message have the wanted tag, one of the `contexts` contexts from the wanted one on, and at most the wanted
 * length? */
static inline bool weft_is_among(const struct weft_envelope *message, const struct weft_envelope *wanted,
                                 uint32_t contexts)
{
    return message->tag == wanted->tag && message->context - wanted->context < contexts &&
           message->length <= wanted->length;
}

/* announced.c: continues weft_receive_head() when an RTS is at the head, from the rank in the request's envelope. */
bool weft_receive_announced(struct weft_request *request, void *buffer, const struct weft_envelope *wanted,
                            uint32_t contexts);

/* receive.c: copies the bytes [offset, offset + length) of a request's data to or from `bytes`. */
void weft_move(const struct weft_request *request, weft_length offset, void *bytes, weft_length length, bool in);

/* receive.c: gives a receive its message, or answers its RTS, and frees the message (the receive must be in no list);
 * tries to send the CTS of a request in the phase WEFT_RECEIVE_CTS. */
void weft_receive_accept(struct weft_request *request, struct weft_message *message);
bool weft_receive_advance(struct weft_request *request);

/* arrive.c: gives a message that is in no list to the matching receive, or to the unexpected queue. */
void weft_deliver(struct weft_message *message);

/* arrive.c: takes and processes the message at the head of the link, whose request word is `head`. */
void weft_arrive(weft_word head);

/* arrive.c: delivers an eager message with an escaped label, whose block has been taken from the link. */
void weft_arrive_escaped(const uint32_t *block, uint32_t length, int32_t rank);

/* arrive.c: puts the message at the head aside if it is from another rank than `rank` and no receive is posted, so that
 * it only enters the unexpected queue. Returns whether it did. */
bool weft_put_aside(weft_word head, int32_t rank);

/* arrive.c: returns the request that a CTS or data belong to: in WEFT_SEND_AWAIT the one with the cookie `number`, in
 * WEFT_RECEIVE_DATA the first that receives from rank `number`. */
struct weft_request *weft_find_waiting(enum weft_phase phase, uint32_t number);

#endif
