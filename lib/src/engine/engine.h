/* The engine: messages with an envelope, matched by (context, source, tag), over any link.
 *
 * Every interface of the library (MPI, MCAPI) names its queues as contexts of this one engine. A *request* is one
 * pending send or receive; the caller owns its memory, starts it and waits for it.
 *
 * The sender chooses the protocol of each message:
 * - Eager: at most one block, sent at once, while the sender has *credit* with the receiver. The receiver copies the
 *   data to the buffer of the matching receive, or into its unexpected queue. Credits bound that queue.
 * - Rendezvous: a longer message, or one without credit. The sender sends a ready to send (RTS). When the receiver has
 *   a matching receive, it answers with a clear to send (CTS), and the sender sends the data, which the receiver writes
 *   to the user's buffer without an intermediate copy if the link can reach it.
 *
 *      eager                            rendezvous
 *
 *      sender           receiver        sender           receiver
 *        | ---- data ----> |              | ---- RTS -----> |
 *        |                 |              |                 | matches a receive
 *        | <--- credit --- |              | <--- CTS ------ |
 *          (once a batch of blocks        | ---- data ----> | in one or several pieces
 *           has been consumed)            | ----  ... ----> |
 *
 * An RTS needs no credit, so messages that have no receive yet never keep a later message from being matched. A
 * receiver with no memory for one more RTS reports that and ends the run.
 *
 * The number of pending sends and receives is unlimited. Messages from one rank to another are matched in the order in
 * which they were sent; their data travel in the order of the CTS.
 */
#ifndef WEFT_ENGINE_H
#define WEFT_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/rank.h>

#include <weft/context.h>
#include <weft/label.h>

#include "arch/small.h"

#define WEFT_ANY (-1) /* any source, any tag */

/* Maximum cycles that a call waits for a message (late.h); 0: no limit. */
#ifndef WEFT_TIMEOUT
#define WEFT_TIMEOUT 0
#endif

struct weft_envelope {
    int32_t rank; /* of a send: destination; of a receive: source or WEFT_ANY */
    int32_t tag;  /* 0 or more; of a receive also WEFT_ANY */
    uint32_t context;
    weft_length length; /* bytes: of a message its length, of a receive the size of its buffer */
};

/* What a request waits for. Up to WEFT_RECEIVE_DATA it waits for a message of the peer, from WEFT_SEND_BLOCK on for the
 * link: list_of() in queue.c and other code compare phases by this order.
 *
 *      send, eager:        [SEND_BLOCK] -> DONE
 *      send, rendezvous:   [SEND_RTS] -> SEND_AWAIT -> [SEND_DATA] -> DONE
 *      receive:            RECEIVE_MATCH -> [RECEIVE_CTS] -> RECEIVE_DATA -> DONE
 *                          RECEIVE_MATCH -> DONE (eager)
 *
 * A request passes through a phase in brackets only as long as the link refuses its message.
 */
enum weft_phase {
    WEFT_DONE,
    WEFT_RECEIVE_MATCH, /* no message for it yet */
    WEFT_SEND_AWAIT,    /* the RTS has been sent, no CTS received */
    WEFT_RECEIVE_DATA,  /* the CTS has been sent; bytes remain to be received */
    WEFT_SEND_BLOCK,    /* the link has not accepted the eager message yet */
    WEFT_SEND_RTS,      /* the link has not accepted the RTS yet */
    WEFT_SEND_DATA,     /* the CTS has been received; bytes remain to be sent */
    WEFT_RECEIVE_CTS,   /* matched with an RTS; the link has not accepted the CTS yet */
};

/* An element of one of the engine's lists. */
struct weft_node {
    struct weft_node *next;
};

/* The layout of data that are not contiguous in memory (an MPI derived datatype); only its creator knows more about it.
 * `move` copies the bytes [offset, offset + length) of the message between the buffer and `bytes`: to the buffer if
 * `in`, otherwise from it. */
struct weft_layout {
    void (*move)(const struct weft_layout *layout, uint8_t *buffer, weft_length offset, uint8_t *bytes,
                 weft_length length, bool in);
};

/* A request and a message begin with the same two fields (match.c). */
struct weft_request {
    struct weft_node node;         /* in the list for its phase (queue.c) */
    struct weft_envelope envelope; /* of a receive, once matched: the message's */
    enum weft_phase phase;
    const struct weft_layout *layout; /* null: the data are contiguous */
    union {
        const uint8_t *from;
        uint8_t *to;
    } buffer;
    weft_length total; /* bytes to move */
    weft_length moved; /* bytes moved so far */
    uint32_t fragment; /* the longest piece that the receiver accepts; WEFT_LATE: the request was given up (late.h) */
    uint32_t cookie;   /* identifies the send in its RTS and CTS */
};

/* Was the message of a completed receive longer than its buffer? */
static inline bool weft_is_truncated(const struct weft_request *receive)
{
    return receive->envelope.length > receive->total;
}

/* Starts the engine of rank `rank` of `size`; rank r runs on node `node_of_rank[r]`. */
void weft_engine_start(int32_t rank, int32_t size, const volatile weft_rank *node_of_rank);

/* The same after weft_engine_add() was called for each rank (add.h); this rank runs on node `node`. */
void weft_engine_begin(int32_t rank, int32_t size, uint32_t node);

/* Stops the engine and closes the fast paths. It first moves messages that have arrived into the unexpected queue, so
 * that weft_engine_kept() counts everything that was not received. */
void weft_engine_stop(void);

/* Restarts the engine after weft_engine_stop(), with `size` ranks as before. Messages that arrived in between are
 * processed after this call. */
void weft_engine_resume(int32_t size);

/* Waits until no send is pending. */
void weft_engine_finish_sends(void);

/* Returns the number of messages in the unexpected queue, and stores the envelope of the oldest one, if any. */
uint32_t weft_engine_kept(struct weft_envelope *oldest);

/* A message that arrived before its receive was posted: an element of the unexpected queue. */
struct weft_message {
    struct weft_node node;
    struct weft_envelope envelope;
    const uint32_t *data; /* the user's bytes; null: this is an RTS */
    uint32_t cookie;      /* of an RTS */
};

/* Starts a send. `layout` is null if the buffer is contiguous. The buffer must not change until the request is done. A
 * synchronous send is done once the message has been matched. */
void weft_send_start(struct weft_request *request, const void *buffer, const struct weft_layout *layout,
                     const struct weft_envelope *envelope, bool synchronous);

/* Sends a small message from a copy of it in the heap, if its receiver has given no credit and the heap has room.
 * Returns whether it did; if so, the buffer may change at once. */
#if WEFT_CREDIT_ON_DEMAND
bool weft_send_copy(const void *buffer, const struct weft_layout *layout, const struct weft_envelope *envelope);
#else
static inline bool weft_send_copy(const void *buffer, const struct weft_layout *layout,
                                  const struct weft_envelope *envelope)
{
    (void)buffer, (void)layout, (void)envelope;
    return false;
}
#endif

/* Withdraws a send of this rank to itself that matched no receive. It must be the last request that was started. */
void weft_send_withdraw(struct weft_request *request);

/* Cancels a send to another rank of which no data have been sent. If that rank has the RTS, this function notifies it
 * by an RTS in the context `notice` with the same cookie and length 0. On the notice the receiver asks for 0 bytes or,
 * if it has already sent its CTS, stops waiting for the data. The request is done when the CTS arrives, usually after
 * this function has returned. */
void weft_send_discard(struct weft_request *request, uint32_t notice);

/* Has this send been discarded, and is its CTS still to come? */
bool weft_send_is_discarded(const struct weft_request *request);

/* Starts a receive. When it is done, `envelope` is that of the message and `total` the number of bytes written. */
void weft_receive_start(struct weft_request *request, void *buffer, const struct weft_layout *layout,
                        const struct weft_envelope *envelope);

/* The same for a contiguous buffer, with the envelope in registers. */
void weft_receive_begin(struct weft_request *request, void *buffer, int32_t rank, int32_t tag, uint32_t context,
                        weft_length length);

/* Cancels a receive if it has no message yet. Returns whether it did. */
bool weft_receive_withdraw(struct weft_request *request);

/* Returns the oldest message in the unexpected queue that matches a receive with this envelope, or null. */
struct weft_message *weft_find_kept(const struct weft_envelope *receive);

/* Removes a message from the unexpected queue. From then on only weft_receive_message() can receive it. */
void weft_message_unlink(struct weft_message *message);

/* Receives a message that weft_message_unlink() has removed from the queue; otherwise like weft_receive_start(). */
void weft_receive_message(struct weft_request *request, void *buffer, const struct weft_layout *layout,
                          weft_length room, struct weft_message *message);

/* Ends a receive whose data, although it has asked for them, will not come. */
void weft_receive_give_up(struct weft_request *request);

/* Receives the message at the head of the link if there is one with the wanted tag, in one of the `contexts` contexts
 * from the wanted one on, and of at most the wanted length. Returns whether it did. The link must be able to write the
 * buffer, and neither a message nor a receive that could match may be waiting in the engine. Afterwards the request is
 * as after weft_receive_start(). The interface supplies the request, so that it can recognize a message whose sender
 * discards it. */
bool weft_receive_head(struct weft_request *request, void *buffer, const struct weft_envelope *wanted,
                       uint32_t contexts);

/* Settles the credits with a rank: returns a batch one block early if the next message would complete it, and collects
 * a batch that the rank has given. Returns whether either happened, in which case a fast path that was closed for lack
 * of credit may be open. */
bool weft_credit_settle(int32_t rank);

/* Collects credit that another rank has given, before this rank runs out of it. */
void weft_credit_collect(int32_t rank);

/* For links with escapes (WEFT_LINK_HAS_ESCAPES). weft_send_escaped() sends a message of at most WEFT_ESCAPED bytes
 * that has no plain label to another rank, if that is possible at once. weft_receive_escaped() receives one if it is
 * the next message; `length` is the size of the buffer on entry and the length of the message on return. Both return
 * whether they did. */
bool weft_send_escaped(const void *buffer, uint32_t length, int32_t rank, int32_t tag, uint32_t context);
bool weft_receive_escaped(void *buffer, uint32_t *length, int32_t rank, int32_t tag, uint32_t context);
#define WEFT_ESCAPED (WEFT_LINK_BLOCK - 8u)

/* Sends a message of several blocks to another rank if that is possible at once and no request but unmatched receives
 * is pending. Returns whether it did. */
bool weft_send_several_blocks(const void *buffer, const struct weft_envelope *envelope);

/* Sends, and returns when the buffer may be reused. Returns 0, or 1 if waiting would never end: the message is to this
 * rank itself, too long for the unexpected queue, and no receive for it is posted. The envelope is passed in registers:
 * with a large message, every cycle before the first use of the link adds to the latency. */
int weft_send(const void *buffer, int32_t rank, int32_t tag, uint32_t context, weft_length length);

/* The same for a message of more than one block to another rank. The second function returns how many bytes of it the
 * receiver has room for. */
void weft_send_large(const void *buffer, weft_length length, uint32_t context, int32_t rank, int32_t tag);
weft_length weft_send_large_and_ask(const void *buffer, const struct weft_envelope *envelope);

/* The same after the sender has sent the RTS as a request word alone (a short RTS). */
weft_length weft_send_after_short_rts(const void *buffer, const struct weft_envelope *envelope);

/* Receives, and returns when the message is there. The request then holds its envelope and length. */
void weft_receive(struct weft_request *request, void *buffer, int32_t rank, int32_t tag, uint32_t context,
                  weft_length length);

/* Waits for a request; meanwhile all pending requests make progress. */
void weft_wait(struct weft_request *request);

/* The same, but only by the straight-line code (waited.c), which needs that no other request is outstanding. On return
 * the request is done, or the caller must still wait for it. */
void weft_waited(struct weft_request *request);

/* Cancels a receive that has no message yet, if its buffer is contiguous and no other receive or operation could get a
 * message of its rank. Returns whether it did; the caller then receives as weft_receive() does. */
bool weft_receive_reclaim(struct weft_request *request);

/* Makes all progress that is possible without waiting. Returns whether there was any. */
bool weft_progress(void);

/* Makes progress, or sleeps until progress is possible. `request` tells deadlock reports what this rank waits for. */
void weft_progress_or_rest(const struct weft_request *request);

/* Sets a function that weft_progress() also calls: it advances an operation of several messages (MPI_Ibarrier) while
 * the rank waits for others. It returns whether it made progress. Null: no such operation. */
void weft_progress_also(bool (*operation)(void));

#endif
