/* The context of a rank: its number, and for each peer whether a small message may take the fast path.
 *
 * The fast paths (small_messages.h of the link) read one word of a peer, its send window or its receive window. If that
 * is open, the library runs, the rank exists and is not this one, there is credit, and nothing earlier waits. The
 * engine sets the windows; if one is closed the call takes the slow path, which finds out why.
 */
#ifndef WEFT_CONTEXT_H
#define WEFT_CONTEXT_H

#include <stdint.h>
#include <weft/label.h>
#include <weft/platform.h>
#include <weft/rank.h>

/* Ranks that a rank may have to do with: on a chip its cores and what else its map calls a node. */
#ifndef WEFT_PEERS
#define WEFT_PEERS WEFT_CORES
#endif

/* A data memory of fewer bytes has room for smaller tables. */
#define WEFT_SMALL_DATA_MEMORY 0x10000

/* Eager blocks that a rank may have under way to each peer: what a receiver sets aside for a sender's unexpected
 * messages is WEFT_CREDITS blocks, 1 KiB with blocks of 64 bytes. Define it for the whole build to change it; all
 * images of a machine must agree. */
#ifndef WEFT_CREDITS
#if defined WEFT_DMEM_SIZE && WEFT_DMEM_SIZE < WEFT_SMALL_DATA_MEMORY
#define WEFT_CREDITS 4
#elif defined WEFT_LINK_CREDITS
#define WEFT_CREDITS WEFT_LINK_CREDITS /* of a link with very small blocks */
#elif WEFT_MANY_RANKS
#define WEFT_CREDITS 8
#else
#define WEFT_CREDITS 16
#endif
#endif

/* A receiver gives credits back in batches of this size, up to one block early. More than half of all credits and that
 * one, so that no second batch can be on its way before the sender has seen the first (the signal is one bit, it does
 * not count). */
#define WEFT_CREDIT_BATCH ((WEFT_CREDITS + 1) / 2 + 1)

/* Peers whose eager messages a rank sets room aside for. A chip of many cores has no room for those of all: there a
 * peer has credit for its first message; when that comes, the receiver gives it a batch, if it has room. */
#ifndef WEFT_EAGER_PEERS
#if WEFT_MANY_RANKS
#define WEFT_EAGER_PEERS 64
#else
#define WEFT_EAGER_PEERS WEFT_PEERS
#endif
#endif
#define WEFT_CREDIT_ON_DEMAND (WEFT_EAGER_PEERS < WEFT_PEERS)

/* What the compiler is to lay out in a straight line. */
#define WEFT_LIKELY(condition) __builtin_expect((condition), 1)

/* Makes the compiler compute a value here and not later: before a wait it costs nothing, behind it a cycle. */
#define WEFT_COMPUTE_NOW(value) __asm__("" : "+r"(value))

#define WEFT_WITHOUT_CREDIT INT32_MIN

struct weft_peer {
    weft_word receive_word; /* receive window: request word of its messages without label and length, or what its link
                             * (small_messages.h) knows it by; 0: closed */
    uint32_t credits;       /* eager blocks that it will still take */
    int32_t owed;           /* its eager blocks consumed here and not yet given back; -1: one given back early;
                             * WEFT_WITHOUT_CREDIT: it has had that for its first message alone */
};

struct weft_context {
    int32_t rank;
    int32_t size; /* 0 while the library does not run */
    struct weft_peer peers[WEFT_PEERS];
};

/* On a chip every core has a data memory of its own, so that the state of a rank is plain variables. Where ranks share
 * memory the platform says how a variable becomes each rank's own. */
#ifndef WEFT_PER_RANK
#define WEFT_PER_RANK
#endif

extern WEFT_PER_RANK struct weft_context weft_this_rank;

static inline struct weft_context *weft_self(void)
{
    return &weft_this_rank;
}

/* The send window of each peer: how the link names the node to send an eager block to, or WEFT_SEND_WINDOW_CLOSED. It
 * is no member of the structure: on a chip the linker then reaches it from the global pointer, which saves a send to a
 * known rank a cycle.
 *
 * Where the mailbox matches (<weft/instructions.h>), mbox.send takes an open window, a request word without label and
 * length, and refuses a closed one. */
#ifndef WEFT_MAILBOX_MATCHES
#define WEFT_MAILBOX_MATCHES 0
#endif
#if WEFT_MAILBOX_MATCHES
#define WEFT_SEND_WINDOW_OPEN(node)                                                                                    \
    ((int32_t)(WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, node)))
#define WEFT_SEND_WINDOW_CLOSED 0
#elif defined WEFT_LINK_HAS_SEND_WINDOWS
/* The address by which a core sends to the node, as its link (small_messages.h) knows it. */
#define WEFT_SEND_WINDOW_OPEN(node) weft_link_send_window(node)
#define WEFT_SEND_WINDOW_CLOSED 0
#else
#define WEFT_SEND_WINDOW_OPEN(node) ((int32_t)(node))
#define WEFT_SEND_WINDOW_CLOSED (-1)
#endif

extern WEFT_PER_RANK int32_t weft_send_windows[WEFT_PEERS];

/* Opens or closes a window of a peer, as its credits and what waits require. */
void weft_set_send_window(int32_t rank);
void weft_set_receive_window(int32_t rank);

/* Of the fast paths, now and then. The last credit has been spent: collects what the peer has given, or closes the send
 * window. */
void weft_credit_spent(int32_t rank);

/* One block more and a batch is due: gives it back early, while the message is awaited. */
void weft_credit_give_early(int32_t rank);

#endif
