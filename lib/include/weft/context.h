/* The state of a rank that the fast paths use: its number, and for each peer whether a small message may take the fast
 * path.
 *
 * A fast path (small_messages.h of the link) reads one word of a peer, its send window or its receive window. An open
 * window means that the library is initialized, that the peer exists and is another rank, that there is credit, and
 * that no earlier message waits. The engine opens and closes the windows. If one is closed, the call takes the slow
 * path, which finds the reason.
 */
#ifndef WEFT_CONTEXT_H
#define WEFT_CONTEXT_H

#include <stdint.h>
#include <weft/label.h>
#include <weft/platform.h>
#include <weft/rank.h>

/* Maximum number of ranks: on a chip, its cores and other places that its map makes nodes. */
#ifndef WEFT_PEERS
#define WEFT_PEERS WEFT_CORES
#endif

/* Below this size in bytes of the data memory, tables are smaller. */
#define WEFT_SMALL_DATA_MEMORY 0x10000

/* Eager blocks that a rank may have in flight to each peer. A receiver reserves WEFT_CREDITS blocks for the unexpected
 * messages of a sender: 1 KiB with blocks of 64 bytes. Define it for the whole build to change it; all images of a
 * machine must agree. */
#ifndef WEFT_CREDITS
#if defined WEFT_DMEM_SIZE && WEFT_DMEM_SIZE < WEFT_SMALL_DATA_MEMORY
#define WEFT_CREDITS 4
#elif defined WEFT_LINK_CREDITS
#define WEFT_CREDITS WEFT_LINK_CREDITS /* set by a link with very small blocks */
#elif WEFT_MANY_RANKS
#define WEFT_CREDITS 8
#else
#define WEFT_CREDITS 16
#endif
#endif

/* A receiver returns credits in batches of this size, up to one block early. A batch is more than half of all credits,
 * so that a second batch can never be due before the sender has seen the first: the signal is one bit, not a count. */
#define WEFT_CREDIT_BATCH ((WEFT_CREDITS + 1) / 2 + 1)

/* Peers for whose eager messages a rank reserves buffers. A chip of many cores cannot reserve them for all peers. There
 * a peer initially has credit for one message only; when that arrives, the receiver grants a batch, if it has room. */
#ifndef WEFT_EAGER_PEERS
#if WEFT_MANY_RANKS
#define WEFT_EAGER_PEERS 64
#else
#define WEFT_EAGER_PEERS WEFT_PEERS
#endif
#endif
#define WEFT_CREDIT_ON_DEMAND (WEFT_EAGER_PEERS < WEFT_PEERS)

/* Marks the likely branch, which the compiler places on the fall-through path. It is used only where a message of
 * bench/library, apps/mcapi or apps/mp takes longer without it. */
#define WEFT_LIKELY(condition) __builtin_expect((condition), 1)

/* Makes the compiler compute a value here and not later: before a wait this costs nothing, after it a cycle. */
#define WEFT_COMPUTE_NOW(value) __asm__("" : "+r"(value))

#define WEFT_WITHOUT_CREDIT INT32_MIN

struct weft_peer {
    weft_word receive_word; /* receive window: request word of its messages without label and length, or another value
                             * by which the link (small_messages.h) recognizes it; 0: closed */
    uint32_t credits;       /* eager blocks that may still be sent to it */
    int32_t owed;           /* its eager blocks consumed here whose credit is not yet returned; -1: one returned early;
                             * WEFT_WITHOUT_CREDIT: so far it has had credit for its first message only */
};

struct weft_context {
    int32_t rank;
    int32_t size; /* 0 while the library is not initialized */
    struct weft_peer peers[WEFT_PEERS];
};

/* On a chip every core has its own data memory, so the state of a rank is in plain variables. Where ranks share memory,
 * the platform defines the attribute that makes a variable private to a rank. */
#ifndef WEFT_PER_RANK
#define WEFT_PER_RANK
#endif

extern WEFT_PER_RANK struct weft_context weft_this_rank;

static inline struct weft_context *weft_self(void)
{
    return &weft_this_rank;
}

/* The send window of each peer: the link's name of the node to which an eager block is sent, or
 * WEFT_SEND_WINDOW_CLOSED. It is not a member of the structure, so that on a chip the linker can address it relative to
 * the global pointer, which saves a cycle in a send to a constant rank.
 *
 * Where the mailbox matches (<weft/instructions.h>), an open window is a request word without label and length;
 * mbox.send accepts it, and refuses a closed window. */
#ifndef WEFT_MAILBOX_MATCHES
#define WEFT_MAILBOX_MATCHES 0
#endif
#if WEFT_MAILBOX_MATCHES
#define WEFT_SEND_WINDOW_OPEN(node)                                                                                    \
    ((int32_t)(WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, node)))
#define WEFT_SEND_WINDOW_CLOSED 0
#elif defined WEFT_LINK_HAS_SEND_WINDOWS
/* The address through which a core sends to the node, as defined by its link (small_messages.h). */
#define WEFT_SEND_WINDOW_OPEN(node) weft_link_send_window(node)
#define WEFT_SEND_WINDOW_CLOSED 0
#else
#define WEFT_SEND_WINDOW_OPEN(node) ((int32_t)(node))
#define WEFT_SEND_WINDOW_CLOSED (-1)
#endif

extern WEFT_PER_RANK int32_t weft_send_windows[WEFT_PEERS];

/* Opens or closes a window of a peer, according to its credits and the messages that wait. */
void weft_set_send_window(int32_t rank);
void weft_set_receive_window(int32_t rank);

/* Called by the fast paths when the last credit has been spent: collects returned credit, or closes the send window. */
void weft_credit_spent(int32_t rank);

/* Called by the fast paths when one more block completes a batch: returns the batch early, while the core waits for
 * that message. */
void weft_credit_give_early(int32_t rank);

#endif
