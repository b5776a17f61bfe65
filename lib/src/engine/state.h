/* The engine's own state, and what its parts ask of each other. */
#ifndef WEFT_STATE_H
#define WEFT_STATE_H

#include "arch/growth.h"
#include "engine/engine.h"
#include "engine/heads.h"
#include "link_port.h"

/* The pieces in which data cross a buffer that the link cannot reach (unaligned, or in shared memory): each piece is
 * copied once and is a message of its own. */
#ifndef WEFT_BOUNCE
#define WEFT_BOUNCE (WEFT_LINK_BLOCK > 256u ? WEFT_LINK_BLOCK : 256u)
#endif
_Static_assert(WEFT_BOUNCE % WEFT_LINK_BLOCK == 0 && WEFT_BOUNCE > 0, "WEFT_BOUNCE must be a multiple of a link block");
_Static_assert(WEFT_BOUNCE <= WEFT_LINK_STREAM, "WEFT_BOUNCE must fit in one message of the link");
_Static_assert(WEFT_CREDITS >= 2 && WEFT_CREDITS <= 255, "WEFT_CREDITS must be 2 to 255");
_Static_assert(WEFT_LINK_STREAM <= WEFT_BLOCK_LENGTH_MASK, "a request word must hold the length of a link's message");
_Static_assert(WEFT_PEERS - 1 <= WEFT_REQUEST_SOURCE_MASK, "a request word must hold the number of each node");

/* A block as the link reads and writes it, or the blocks of an eager message. */
union weft_block {
    uint32_t words[WEFT_LINK_EAGER / 4];
    struct weft_eager_head eager;
    struct weft_rts rts;
    struct weft_cts cts;
};

/* An eager message of the unexpected queue, and what came of it. */
struct weft_slot {
    struct weft_message message;
    union weft_block block;
};

/* Those that are there from the start: for each rank its credits, and those given back early. Where credit is given on
 * demand, the rank's own, and more are added. */
#define WEFT_SLOTS (WEFT_CREDIT_ON_DEMAND ? WEFT_CREDITS : WEFT_PEERS * (WEFT_CREDITS + 2u))

/* RTS that a rank can note before it receives one of their messages, from all peers together. */
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
    struct weft_node **end; /* where the next one goes, unless the list is empty */
};

/* Which elements of a memory are free: those that were given back, and those that have never been used. All zeros say
 * that none has been used, so that a start has nothing to do for them. */
struct weft_pool {
    struct weft_node *free;
    uint32_t used; /* bytes */
};

/* What keeps the windows of a rank closed besides a lack of credit. */
struct weft_traffic {
    uint32_t kept;   /* messages of it in the unexpected queue */
    uint32_t posted; /* receives from it that have no message yet */
    uint32_t queued; /* eager messages and RTS to it that the link has not taken yet */
    /* What its receive window is while nothing holds all windows closed. */
    weft_word receive_word;
#if WEFT_LINK_HAS_SEND_LIMIT
    bool is_shut; /* without credit, or with something queued */
#endif
#if WEFT_GROWS
    uint32_t sending; /* requests for it in the list of that name */
#endif
};

struct weft_engine {
    struct weft_list posted;  /* WEFT_RECEIVE_MATCH, in the order of matching */
    struct weft_list waiting; /* WEFT_SEND_AWAIT; WEFT_RECEIVE_DATA, in the order of the CTS */
    struct weft_list sending; /* what needs the link; for each peer in the order of sending */
    struct weft_list kept;    /* the unexpected queue, oldest first */
    bool started;             /* in this program; it may have been stopped since */
#if WEFT_GROWS
    uint32_t destinations; /* ranks for which there are requests in `sending` */
#else
    struct weft_pool slots;    /* struct weft_slot: eager messages */
    struct weft_pool rts_pool; /* struct weft_message */
#endif
    uint32_t cookies;  /* given out */
    uint32_t promised; /* receives in WEFT_RECEIVE_DATA */
    uint32_t held;     /* reasons to keep all receive windows closed */
#if WEFT_LINK_HAS_SEND_LIMIT
    uint32_t shut; /* reasons to keep the send limit at 0: ranks that are shut, ranks on nodes of other numbers */
#endif
#if WEFT_CREDIT_ON_DEMAND
    uint32_t eager; /* peers that have been given credit; only of these may receive windows be open */
    weft_rank eager_peers[WEFT_EAGER_PEERS];
    struct weft_copy *copies; /* of small messages to peers that give no credit: copied.c */
#endif
    bool (*also)(void);
    /* Whether an interface with receives of its own had a message for none of the engine's; null: there is none. */
    bool (*claims)(struct weft_message *message);
    weft_rank rank_of_node[WEFT_PEERS];
    weft_rank node_of_rank[WEFT_PEERS];
    struct weft_traffic traffic[WEFT_PEERS];
    union {
        struct weft_rts rts;
        struct weft_cts cts;
        uint32_t context;
    } heard; /* what came last */
};

/* What is larger stands by itself: a chip reaches the engine's state in fewer instructions. */
struct weft_store {
    uint32_t incoming[WEFT_BOUNCE / 4];
    uint32_t outgoing[WEFT_BOUNCE / 4];
#if !WEFT_GROWS
    struct weft_message rts[WEFT_ANNOUNCEMENTS];
#endif
};

/* A library that is compiled to be small has these once, in queue.c. */
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

/* The receive window of a node while it is open: the request word of its messages, without label and length, or what
 * its link knows it by; 0 of a node whose messages go no fast path. */
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

/* Is nothing under way that the straight line of a large message would have to look after? */
static inline bool weft_is_quiet(void)
{
    return ((uintptr_t)weft_engine.waiting.first | (uintptr_t)weft_engine.sending.first) == 0;
}

#if WEFT_HAS_QUIET_LIMIT
/* A request has entered one of the lists that end the quiet, or left one. */
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

/* A message's rank and tag are never WEFT_ANY, which is negative. */
static inline bool weft_agrees(int32_t a, int32_t b)
{
    return a == b || (a | b) < 0;
}

/* Does a message satisfy a receive, whichever is which? (MPI 4.0, section 3.2.4) */
static inline bool weft_matches(const struct weft_envelope *a, const struct weft_envelope *b)
{
    return a->context == b->context && weft_agrees(a->rank, b->rank) && weft_agrees(a->tag, b->tag);
}

/* Updates a window of a rank. A library that is compiled to be small leaves them closed. */
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

/* match.c: the oldest receive that a message belongs to, or null. */
struct weft_request *weft_find_receive(const struct weft_envelope *message);

/* slots.c: memory for WEFT_SLOTS slots, all zeros; more of them, if there is room; one RTS more, or null. */
extern struct weft_slot weft_slots[];
bool weft_slots_add(uint32_t count);
struct weft_node *weft_rts_add(void);

/* queue.c: the lists. A request enters the list of a phase at its end, and leaves it, being done or on its way to
 * another. */
void weft_request_enter(struct weft_request *request, enum weft_phase phase);
void weft_request_leave(struct weft_request *request);
void weft_message_keep(struct weft_message *message);

/* The same of a send whose RTS has gone, and of one in its list alone: nothing else is to be noted. */
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

/* queue.c: a receive enters the list of those without a message. */
#if WEFT_SMALL
static inline void weft_receive_post(struct weft_request *request)
{
    weft_request_enter(request, WEFT_RECEIVE_MATCH);
}
#else
void weft_receive_post(struct weft_request *request);
#endif

/* queue.c, or messages_in_heap.c where memory grows: memory for messages, eager ones and RTS. */
void weft_message_free(struct weft_message *message);
struct weft_slot *weft_slot_take(void);
struct weft_slot *weft_slot_of(weft_length length);
struct weft_message *weft_rts_take(void);

/* Memory for an eager message with a block of `length` bytes. */
static inline struct weft_slot *weft_slot_for(weft_length length)
{
#if WEFT_GROWS
    return weft_slot_of(length);
#else
    (void)length;
    return weft_slot_take();
#endif
}

/* credit.c: one eager block of a peer was consumed here; may one more be sent to it; one reason more, or less, to keep
 * all receive windows closed. */
void weft_credit_consumed(int32_t rank);
bool weft_credit_spend(int32_t rank);
void weft_hold_receive_windows(int32_t more);
void weft_set_send_limit(void);

/* Is a peer one of those that may go on sending eager messages after the first? */
static inline bool weft_has_credit(const struct weft_peer *peer)
{
    return !WEFT_CREDIT_ON_DEMAND || peer->owed != WEFT_WITHOUT_CREDIT;
}

/* credit.c: a peer that has sent something is in use: gives it its first batch of credit, unless it had it before, if
 * there is room for what it then sends. */
#if WEFT_CREDIT_ON_DEMAND
void weft_credit_begin(int32_t rank);
#else
static inline void weft_credit_begin(int32_t rank)
{
    (void)rank;
}
#endif

/* send.c: sends data whose CTS has come: all that remain, asleep while the receiver has no room, as long as the link
 * lets this rank sleep; or, where this rank has promised to receive, as many as the link takes now. Tries the next step
 * of a request that needs the link; one that has nothing more to ask of it has left. Both return whether anything was
 * sent. */
bool weft_send_data(struct weft_request *request);
bool weft_send_advance(struct weft_request *request);

/* Has a message the wanted tag, one of `contexts` from the wanted one on, and no more bytes than are wanted? */
static inline bool weft_is_among(const struct weft_envelope *message, const struct weft_envelope *wanted,
                                 uint32_t contexts)
{
    return message->tag == wanted->tag && message->context - wanted->context < contexts &&
           message->length <= wanted->length;
}

/* announced.c: goes on with weft_receive_head() where an RTS of the rank in the request's envelope is at the head. */
bool weft_receive_announced(struct weft_request *request, void *buffer, const struct weft_envelope *wanted,
                            uint32_t contexts);

/* receive.c: copies the bytes [offset, offset + length) of a request's data to or from `bytes`. */
void weft_move(const struct weft_request *request, weft_length offset, void *bytes, weft_length length, bool in);

/* receive.c: gives a receive a message, or answers its RTS, and frees the message; tries the CTS of a request
 * that needs it. The receive is in no list. */
void weft_receive_accept(struct weft_request *request, struct weft_message *message);
bool weft_receive_advance(struct weft_request *request);

/* arrive.c: gives a message that is in no list to its receive, or to the unexpected queue. */
void weft_deliver(struct weft_message *message);

/* arrive.c: takes the message at the head, whose request word is `head`. */
void weft_arrive(weft_word head);

/* arrive.c: delivers an eager message with an escaped label whose block has been taken. */
void weft_arrive_escaped(const uint32_t *block, uint32_t length, int32_t rank);

/* arrive.c: is the message at the head of another rank than that one, and no receive posted? Then puts it aside: it is
 * kept, and nothing else comes of it. */
bool weft_put_aside(weft_word head, int32_t rank);

/* arrive.c: finds what a CTS or data belong to: WEFT_SEND_AWAIT and the send's cookie, or WEFT_RECEIVE_DATA and the
 * rank that it receives from. */
struct weft_request *weft_find_waiting(enum weft_phase phase, uint32_t number);

#endif
