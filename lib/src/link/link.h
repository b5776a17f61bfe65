/* The link contract: how messages reach another node. Declares everything that a port to new hardware provides and that
 * the engine asks of it.
 *
 * A link connects nodes. It delivers messages of 0 to WEFT_LINK_STREAM bytes, each with a label (<weft/label.h>),
 * intact and, between two nodes, in order. The receiver sees one message at a time, the head, and takes it before it
 * sees the next one. A link need not have room for even one message, and does not tell the sender that a message was
 * taken: limits, matching and flow control are the engine's.
 *
 * The engine never deadlocks if the link guarantees:
 * - weft_link_try_send() returns in bounded time, whatever other nodes do.
 * - A message of at most WEFT_LINK_OFFER bytes is accepted or refused as a whole.
 * - weft_link_stream() depends only on its receiver taking messages, and on this node taking those for which it returns
 *   false; the engine calls it only when the receiver has promised to take messages.
 * - weft_link_give_credit() is never refused.
 *
 * A port is a folder with two headers, found by the include path: the library is compiled for one link, so that a send
 * is a few inlined instructions.
 * - `link_port.h` defines the short functions inline and then includes this contract, which declares all functions; the
 *   port's sources define the others. Code that uses the link includes `link_port.h`. What most links do alike is in
 *   common.h.
 * - `small_messages.h`, which send_recv.c and other sources of the programming interfaces also include, defines:
 *
 *     WEFT_LINK_HAS_BARRIER          1 if there is weft_link_barrier(), faster than messages, otherwise 0
 *     WEFT_LINK_BLOCK                a block, in bytes: the longest small message, accepted or refused as a whole
 *     bool weft_link_direct(buffer)  can the link read and write this buffer in place?
 *     WEFT_LINK_REFUSES_NULL         1 if the fast path refuses a null buffer by itself
 *     bool weft_fast_send(...), bool weft_fast_receive(...)
 *                                    the fast path of small messages; may always return false
 *     WEFT_FAST_LONGEST              the longest message that weft_fast_receive() takes, if not a block
 *     WEFT_LINK_EAGER                the longest message that weft_fast_send_several(...) sends and a receiver keeps,
 *                                    if not a block: it costs the credit of one block, and only a node without
 *                                    outstanding requests and without a message at its head sends it
 *     WEFT_LINK_LEAVES               the longest message of more than a block that weft_fast_send(...) sends and the
 *                                    link leaves near its receiver, one of each sender, until the receiver takes it
 *     WEFT_LINK_ASSIGNS              1 if ranks are assigned in MPI_Init, and not only by the loader
 *     WEFT_LINK_HAS_SEND_LIMIT       1 if weft_fast_send_below_limit(...) sends to ranks below weft_send_limit, which
 *                                    the engine sets; then messages to oneself go over the link too
 *     WEFT_LINK_HAS_ESCAPES          1 if weft_fast_put(...) sends a block with any label, and
 *                                    weft_fast_receive_escaped(...) receives one of kind WEFT_LABEL_EAGER
 *     WEFT_LINK_OFFERS               1 if weft_fast_offer(...) and weft_fast_accept(...) pass a message of more than a
 *                                    block, and of at most WEFT_FAST_OFFER bytes, to a receiver that waits for it
 *     WEFT_LINK_OFFER_WAITS          1 if an offer waits until the receiver polls, which a non-blocking send must not
 *     WEFT_LINK_HAS_SHARED_MAILBOX   1 if a node has a mailbox from which other nodes fetch their pieces of its data
 *     WEFT_LINK_PIECE                the longest piece in a shared mailbox, in bytes
 *
 * Either header may also define:
 *
 *     WEFT_BOUNCE                    length of the engine's buffers for data that the link cannot access in place
 *     WEFT_LINK_CREDIT_LOOKS         polls for a batch of credits when the last credit is spent (default: 1)
 *     WEFT_LINK_EXPECTS_DATA         if the link has weft_link_expect() and weft_link_is_expected()
 *     WEFT_LINK_SHORT_RTS            the longest message with a short RTS (weft_link_has_short_rts())
 *     WEFT_LINK_SPEAKS_FOR(node)     is this a node that sends nothing by itself? Its messages take no fast path
 *     WEFT_LINK_HAS_ENDS             if the link has its own version of lib/src/mcapi/fast_ends.h
 *     WEFT_LINK_ARMS                 if packet channels can have armed buffers (hibi/armed.h)
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

/* WEFT_LINK_STREAM, defined by the port: the longest message, a multiple of WEFT_LINK_BLOCK. */

/* WEFT_LINK_OFFER, defined by the port: the longest message, at least a block, that is accepted or refused as a whole.
 */

/* Returns the length, at most WEFT_LINK_STREAM, of the pieces in which a receiver should request `total` bytes. */
uint32_t weft_link_piece(uint32_t total);

/* Connects this node, number `node` of `count`, to the others. On return this node may send to all of them: a link that
 * needs their cooperation for that waits until they have started. */
void weft_link_start(uint32_t node, uint32_t count);

/* Disconnects this node: it sends and takes no message until weft_link_resume(). */
void weft_link_stop(void);
void weft_link_resume(void);

/* Returns the request word of the message at the head, or 0 if there is none. Fields: WEFT_REQUEST_SOURCE (node),
 * WEFT_BLOCK_LABEL, WEFT_BLOCK_LENGTH (bytes); never 0 for a message. */
weft_word weft_link_head(void);

/* As weft_link_head(), but sleeps until there is a message. */
weft_word weft_link_wait_head(void);

/* A hint: a message from `node` is expected, and one of this node's is on its way there. May poll for it briefly. */
void weft_link_meet(uint32_t node);

/* Takes the message at the head: writes exactly its length in bytes to a direct buffer. */
void weft_link_take(void *buffer);

/* Sends a message of at most WEFT_LINK_OFFER bytes from a direct buffer to a node if the link accepts it now. False: it
 * is refused, nothing was sent, and weft_link_rest() returns when another try may succeed. */
bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length);

/* Sends a message of at most WEFT_LINK_STREAM bytes from a direct buffer; returns when the buffer may be reused. May
 * sleep while the receiver has no room. False: nothing was sent, because this node must first take the message at its
 * head; only links on which messages to different nodes share room return false. */
bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length);

/* Sleeps until a message is at the head or a refused send may succeed. May return early. */
void weft_link_rest(void);

/* Gives a node a batch of credits: WEFT_CREDIT_BATCH of the blocks that it sent here have been consumed. */
void weft_link_give_credit(uint32_t node);

/* Consumes a batch of credits that a node has given to this one; false if there is none. */
bool weft_link_take_credit(uint32_t node);

#if WEFT_LINK_LEAVES > 0
/* Sender: returns the longest data message that may go to a node now. This is a block while an eager message to that
 * node is left near it. */
uint32_t weft_link_longest(uint32_t node);

/* Receiver: leaves the message at the head where it is and proceeds as if it were taken. weft_link_fetch() copies it
 * from there later. */
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
/* Receiver: announces to the link that the next data from a node will be `length` bytes, for a direct buffer; until
 * they come, nothing else from that node goes there. Returns whether the link makes use of this. Then the engine tells
 * the sender, which may send that data message or a shorter one. weft_link_is_expected(), sender: the receiver has said
 * so. */
bool weft_link_expect(uint32_t node, void *buffer, uint32_t length);
void weft_link_is_expected(uint32_t node);

/* Receiver: cancels that: the data will not go to this buffer. */
void weft_link_expect_not(uint32_t node, const void *buffer);
#endif

#ifdef WEFT_LINK_SHORT_RTS
/* True of a node to which a message of more than a block, and of at most WEFT_LINK_SHORT_RTS bytes, may be announced by
 * a short RTS: its request word alone, with its plain label. The sender waits for completion, so a node has one such
 * message outstanding at a time. */
bool weft_link_has_short_rts(uint32_t node);

/* Sender: sends the RTS and, if the receiver already awaits the message and answers at once, the message itself, from a
 * direct buffer. False: only the RTS was sent; a CTS follows. A CTS of 0 bytes means that the receiver awaits the whole
 * message and does nothing else: weft_link_send_awaited() then sends it. */
bool weft_link_send_short_rts(uint32_t node, weft_word label, const void *buffer, uint32_t length);
void weft_link_send_awaited(uint32_t node, const void *buffer, uint32_t length);

/* Receiver: takes the message whose short RTS is at the head into a direct buffer, while this node awaits no other
 * data. weft_link_take() would take the RTS alone, and write up to 3 bytes, which mean nothing. */
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
/* Tells a node which rank it is. The node of rank 0 calls this for each rank. */
void weft_link_assign_rank(uint32_t node, uint32_t rank);

/* Waits, in MPI_Init, until this node has been told that it is `rank`. */
void weft_link_hear_rank(uint32_t rank);
#endif

#if WEFT_LINK_HAS_BARRIER
/* Waits, asleep, for all `count` ranks: no rank depends on this one taking messages meanwhile.
 * weft_link_barrier_awake(): the same for a rank that must make progress meanwhile. */
void weft_link_barrier(uint32_t count);
void weft_link_barrier_awake(uint32_t count, bool (*progress)(void));
#endif

#if WEFT_LINK_HAS_SHARED_MAILBOX
/* Posts a piece for `reader`, from a direct buffer. False: there is no room at the moment. */
bool weft_link_try_post(uint32_t reader, const uint32_t *data, uint32_t length, bool last);

/* Polls for the next piece that `writer` has posted for this node. Returns where it is, with its descriptor; or null
 * after some polls, or, if this rank has nothing else to do (`is_idle`), only once another node has sent something.
 * `waited`: how often null was returned before. */
const uint32_t *weft_link_find(uint32_t writer, struct weft_descriptor *descriptor, uint32_t waited, bool is_idle);

/* Reads a piece into a direct buffer: writes exactly its bytes. weft_link_taken() then returns its space to the writer.
 */
void weft_link_read(uint32_t *to, const uint32_t *piece, uint32_t length);
void weft_link_taken(uint32_t writer);
#endif

#endif
