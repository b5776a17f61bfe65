/* The link contract: how bytes reach another node. What a port to new hardware provides, and all that the engine
 * asks of it.
 *
 * A link joins nodes. It delivers messages of 0 to WEFT_LINK_STREAM bytes with a label of ten bits, unchanged, in
 * order between two nodes, each message whole; to its receiver it shows the message at the head, which the receiver
 * takes before it sees the next. It need not have room for a single message, and it tells no one that a message was
 * taken: limits, matching and flow control are the engine's.
 *
 * The engine never deadlocks if this holds:
 * - weft_link_try_send() returns in bounded time, whatever other nodes do.
 * - A message of at most WEFT_LINK_OFFER bytes is accepted or refused as a whole.
 * - weft_link_stream() needs nothing but that its receiver takes messages, and this node those for which it returns
 *   false; the engine calls it only when the receiver has promised to.
 * - weft_link_give_credit() is never refused.
 *
 * A port is a folder with two headers, found by the include path, so that the library is compiled for one link and a
 * send is a few instructions:
 * - `link_port.h` defines those functions inline that are short, and then includes this contract, which declares all:
 *   the others are in the port's sources. Whoever uses the link includes `link_port.h`. What most links do alike is in
 *   common.h.
 * - `small_messages.h`, which send_recv.c and others of the interfaces include as well, defines
 *     WEFT_LINK_HAS_BARRIER          1 where there is weft_link_barrier(), faster than messages, otherwise 0
 *     WEFT_LINK_BLOCK                the largest message that is accepted or refused as a whole, in bytes
 *     bool weft_link_direct(buffer)  can the link read and write this buffer where it is?
 *     WEFT_LINK_REFUSES_NULL         1 where the fast path refuses a null buffer itself
 *     bool weft_fast_send(...), bool weft_fast_receive(...)  the fast path of small messages; may always return false
 *     WEFT_FAST_LONGEST              the longest message that weft_fast_receive() takes, if that is not a block
 *     WEFT_LINK_EAGER                the longest message that weft_fast_send_several(...) sends and a receiver keeps,
 *                                    if that is not a block: it costs the credit of one, and is sent only by a node
 *                                    that has nothing under way and no message at its head
 *     WEFT_LINK_LEAVES               the longest message of more than a block that weft_fast_send(...) sends and the
 *                                    link leaves near its receiver, one of each sender, until that takes it
 *     WEFT_LINK_ASSIGNS              1 where ranks are assigned in MPI_Init, and not only by the loader
 *     WEFT_LINK_HAS_SEND_LIMIT       1 where weft_fast_send_below_limit(...) sends to ranks below weft_send_limit,
 *                                    which the engine sets; messages to oneself then go by the link as well
 *     WEFT_LINK_HAS_ESCAPES          1 where a block with any label goes by weft_fast_put(...), and one of the kind
 *                                    WEFT_LABEL_EAGER is received by weft_fast_receive_escaped(...)
 *     WEFT_LINK_OFFERS               1 where there are weft_fast_offer(...) and weft_fast_accept(...), by which a
 *                                    message of more than a block, and of at most WEFT_FAST_OFFER bytes, goes to a
 *                                    receiver that waits for it; WEFT_LINK_OFFER_WAITS: 1 where an offer waits until
 * the receiver looks at it, which a non-blocking send must not WEFT_LINK_HAS_SHARED_MAILBOX   1 where a node has a
 * mailbox from which others fetch what it has for them, and WEFT_LINK_PIECE                the longest piece in it, in
 * bytes
 */
#ifndef WEFT_LINK_H
#define WEFT_LINK_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/label.h>

#include "link/descriptor.h"

#ifndef WEFT_LINK_HAS_SHARED_MAILBOX
#define WEFT_LINK_HAS_SHARED_MAILBOX 0
#endif

#ifndef WEFT_LINK_LEAVES
#define WEFT_LINK_LEAVES 0u
#endif

#ifndef WEFT_LINK_EAGER
#define WEFT_LINK_EAGER WEFT_LINK_BLOCK
#endif

#ifndef WEFT_LINK_HAS_SEND_LIMIT
#define WEFT_LINK_HAS_SEND_LIMIT 0
#endif

/* The longest messages that weft_fast_send() sends and weft_fast_receive() takes. */
#define WEFT_FAST_SENDS (WEFT_LINK_LEAVES > 0 ? WEFT_LINK_LEAVES : WEFT_LINK_BLOCK)
#define WEFT_FAST_TAKES (WEFT_LINK_LEAVES > 0 ? WEFT_LINK_LEAVES : WEFT_LINK_EAGER)

/* The longest message, a multiple of WEFT_LINK_BLOCK: defined by the port as WEFT_LINK_STREAM. */

/* WEFT_LINK_OFFER: the longest message, at least a block, that is accepted or refused as a whole. */

/* In what pieces a receiver had better ask for `total` bytes: at most WEFT_LINK_STREAM. */
uint32_t weft_link_piece(uint32_t total);

/* Joins this node, number `node` of `count`, with the others; returns when all have. */
void weft_link_start(uint32_t node, uint32_t count);

/* Leaves them: no message will be sent or taken, until it joins them again. */
void weft_link_stop(void);
void weft_link_resume(void);

/* The request word of the message at the head, or 0 when there is none. Fields: WEFT_REQUEST_SOURCE (node),
 * WEFT_BLOCK_LABEL, WEFT_BLOCK_LENGTH (bytes); never 0 for a message. */
weft_word weft_link_head(void);

/* The same, but sleeps until there is a message. */
weft_word weft_link_wait_head(void);

/* A hint: a message of `node` is coming while one of ours is on its way to it. May wait a little for it. */
void weft_link_meet(uint32_t node);

/* Takes the message at the head: writes exactly its bytes to a direct buffer. */
void weft_link_take(void *buffer);

/* Offers a message of at most WEFT_LINK_OFFER bytes from a direct buffer to a node. False: refused for now, nothing was
 * sent, and weft_link_rest() will end when it is worth another try. */
bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length);

/* Sends a message of at most WEFT_LINK_STREAM bytes from a direct buffer; returns when the buffer may be reused. May
 * sleep while the receiver has no room. False: nothing was sent, since there is a message at the head which must be
 * taken first; only of a link whose nodes have room in common. */
bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length);

/* Sleeps until a message is at the head or a refused send is worth another try. May return early. */
void weft_link_rest(void);

/* Signals a node that WEFT_CREDIT_BATCH of the blocks it sent have been consumed. */
void weft_link_give_credit(uint32_t node);

/* Whether a node has signalled so since the last call. */
bool weft_link_take_credit(uint32_t node);

#if WEFT_LINK_LEAVES > 0
/* Sender: the longest message of data that may go to a node now: a block while an eager message is left near it. */
uint32_t weft_link_longest(uint32_t node);

/* Receiver: leaves the one at the head where it is, as if taken; takes it from there. */
void weft_link_leave(void);
void weft_link_fetch(uint32_t node, void *buffer, uint32_t length);
#else
static inline uint32_t weft_link_longest(uint32_t node)
{
    (void)node;
    return UINT32_MAX;
}
static inline void weft_link_leave(void)
{
}
static inline void weft_link_fetch(uint32_t node, void *buffer, uint32_t length)
{
    (void)node, (void)buffer, (void)length;
}
#endif

#ifdef WEFT_LINK_EXPECTS_DATA
/* Receiver: the next data of a node will be `length` bytes for a direct buffer; nothing else that comes from it until
 * then goes there. Whether that is of use: then the engine tells the sender, which may send that message of data or a
 * shorter one. Sender: its receiver has been told so. */
bool weft_link_expect(uint32_t node, void *buffer, uint32_t length);
void weft_link_is_expected(uint32_t node);

/* Receiver: they will not come for this buffer. */
void weft_link_expect_not(uint32_t node, const void *buffer);
#endif

#ifdef WEFT_LINK_SHORT_RTS
/* To such a node a message of more than a block and at most WEFT_LINK_SHORT_RTS bytes may go by an RTS that is its
 * request word alone, with its plain label. Its sender waits for it: a node has one such message at a time. */
bool weft_link_has_short_rts(uint32_t node);

/* Sender: sends the RTS, and from a direct buffer the message as well, if its receiver has awaited it and says so at
 * once. False: a CTS is to come. One of 0 bytes says that the receiver awaits all of the message, and does nothing
 * else: weft_link_send_awaited() sends it. */
bool weft_link_send_short_rts(uint32_t node, weft_word label, const void *buffer, uint32_t length);
void weft_link_send_awaited(uint32_t node, const void *buffer, uint32_t length);

/* Receiver: takes the message at the head, of which that is the RTS, into a direct buffer, while it awaits no data;
 * weft_link_take() takes the RTS alone, and writes 3 bytes at most, which mean nothing. */
void weft_link_await(void *buffer);
#else
#define WEFT_LINK_SHORT_RTS 0u
static inline bool weft_link_has_short_rts(uint32_t node)
{
    (void)node;
    return false;
}
static inline bool weft_link_send_short_rts(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    (void)node, (void)label, (void)buffer, (void)length;
    return false;
}
static inline void weft_link_send_awaited(uint32_t node, const void *buffer, uint32_t length)
{
    (void)node, (void)buffer, (void)length;
}
static inline void weft_link_await(void *buffer)
{
    (void)buffer;
}
#endif

#if WEFT_LINK_ASSIGNS
/* Tells a node which rank it is; at the node of rank 0, for each rank. */
void weft_link_assign_rank(uint32_t node, uint32_t rank);

/* Waits until this node has been told that it is `rank`, in MPI_Init. */
void weft_link_hear_rank(uint32_t rank);
#endif

#if WEFT_LINK_HAS_BARRIER
/* Meets all `count` ranks, asleep: until then what comes need not be taken for others to arrive. The same of a rank
 * that must make progress until then. */
void weft_link_barrier(uint32_t count);
void weft_link_barrier_awake(uint32_t count, bool (*progress)(void));
#endif

#if WEFT_LINK_HAS_SHARED_MAILBOX
/* Posts a piece for `reader`, from a direct buffer. False: there is no room for now. */
bool weft_link_try_post(uint32_t reader, const uint32_t *data, uint32_t length, bool last);

/* Polls for the next piece that `writer` has posted for this node: its descriptor, and where it is; null after some
 * polls, and if this rank has nothing else to do, `is_idle`, only when another node has sent something. `waited`: how
 * often it was null. */
const uint32_t *weft_link_find(uint32_t writer, struct weft_descriptor *descriptor, uint32_t waited, bool is_idle);

/* Reads a piece into a direct buffer: writes exactly its bytes. Then its place is given back. */
void weft_link_read(uint32_t *to, const uint32_t *piece, uint32_t length);
void weft_link_taken(uint32_t writer);
#endif

#endif
