/* The engine: messages with an envelope, matched by (context, source, tag), over any link.
 *
 * Every interface of the library names its queues as contexts of this one engine. A *request* is one send or one
 * receive under way; its memory is the caller's, who starts it and waits for it.
 *
 * How a message travels is chosen by its sender:
 * - eager: at most one block, sent at once, while the sender has *credit* with the receiver. The receiver copies it to
 *   where it is wanted, or keeps it in its unexpected queue. Credits bound that queue.
 * - rendezvous: longer, or without credit. The sender sends a ready to send (RTS); the receiver, when it has a receive
 *   for the message, answers with a clear to send (CTS), and the sender sends the data, which go straight to their
 *   place.
 * An RTS needs no credit. So no message, credit or no credit, can be kept from being
 * matched by others that nobody wants yet; a receiver that cannot note one more says so and ends the run.
 *
 * Any number of sends and receives may be under way. Messages from one rank to another are matched in the order in
 * which they were sent; data travel in the order of their CTS.
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

/* Cycles after which a wait for a message ends (late.h); 0: it does not. */
#ifndef WEFT_TIMEOUT
#define WEFT_TIMEOUT 0
#endif

struct weft_envelope {
    int32_t rank; /* of a send its destination, of a receive its source or WEFT_ANY */
    int32_t tag;  /* from 0 on; of a receive also WEFT_ANY */
    uint32_t context;
    weft_length length; /* bytes: of a message its length, of a receive the room in its buffer */
};

/* What a request waits for: first a message of the peer, from WEFT_SEND_BLOCK on the link. */
enum weft_phase {
    WEFT_DONE,
    WEFT_RECEIVE_MATCH, /* no message for it yet */
    WEFT_SEND_AWAIT,    /* the RTS is sent; the CTS has not come */
    WEFT_RECEIVE_DATA,  /* the CTS is sent; bytes remain to come */
    WEFT_SEND_BLOCK,    /* an eager message that the link has not taken yet */
    WEFT_SEND_RTS,      /* an RTS that the link has not taken yet */
    WEFT_SEND_DATA,     /* the CTS has come; bytes remain to be sent */
    WEFT_RECEIVE_CTS,   /* matched with an RTS; the link has not taken the CTS yet */
};

/* An element of one of the engine's lists. */
struct weft_node {
    struct weft_node *next;
};

/* How data lie in memory that is not one piece; known to whoever made it. `move` copies the bytes [offset, offset +
 * length) of the message between the buffer and `bytes`: to the buffer if `in`, otherwise from it. */
struct weft_layout {
    void (*move)(const struct weft_layout *layout, uint8_t *buffer, weft_length offset, uint8_t *bytes,
                 weft_length length, bool in);
};

/* A request and a message begin alike. */
struct weft_request {
    struct weft_node node;         /* in the list that its phase names */
    struct weft_envelope envelope; /* of a receive, once matched: the message's */
    enum weft_phase phase;
    const struct weft_layout *layout; /* null: the data are one piece */
    union {
        const uint8_t *from;
        uint8_t *to;
    } buffer;
    weft_length total; /* bytes to move */
    weft_length moved; /* bytes moved so far */
    uint32_t fragment; /* the longest piece that the receiver takes; WEFT_LATE: the request was given up (late.h) */
    uint32_t cookie;   /* names the send in its RTS and CTS */
};

/* Of a receive that is done: whether the message was longer than the room for it. */
static inline bool weft_is_truncated(const struct weft_request *receive)
{
    return receive->envelope.length > receive->total;
}

/* Starts the engine of rank `rank` of `size`; node `node_of_rank[r]` is rank r. */
void weft_engine_start(int32_t rank, int32_t size, const volatile weft_rank *node_of_rank);

/* The same, after weft_engine_add() for each rank (add.h); this one is node `node`. */
void weft_engine_begin(int32_t rank, int32_t size, uint32_t node);

/* Stops it: the fast paths close. Messages that have arrived are taken into the unexpected queue first, so that
 * weft_engine_kept() tells of everything that was not received. */
void weft_engine_stop(void);

/* Starts it again after it was stopped; `size` ranks as before. What has come meanwhile is still to be taken. */
void weft_engine_resume(int32_t size);

/* Waits until no send is under way any more. */
void weft_engine_finish_sends(void);

/* The number of messages in the unexpected queue, and the oldest one's envelope when there is one. */
uint32_t weft_engine_kept(struct weft_envelope *oldest);

/* A message that has come before its receive: an element of the unexpected queue. */
struct weft_message {
    struct weft_node node;
    struct weft_envelope envelope;
    const uint32_t *data; /* where the user's bytes are; null: it is an RTS */
    uint32_t cookie;      /* of an RTS */
};

/* Starts to send; `layout` is null where the buffer is one piece. The buffer must not change until the request is done.
 * A synchronous send is done when the message has been matched. */
void weft_send_start(struct weft_request *request, const void *buffer, const struct weft_layout *layout,
                     const struct weft_envelope *envelope, bool synchronous);

/* Sends a small message from a copy, where its receiver gives no credit and the heap has room: whether it does. The
 * buffer may change at once. */
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

/* Takes back a send to this rank itself that has met no receive. Nothing has been started since. */
void weft_send_withdraw(struct weft_request *request);

/* Discards a send to another rank of which no data have left: none will. Where that rank has the RTS, an RTS in the
 * context `notice`, with the same cookie and no data, tells it: it asks for 0 bytes, or, if it has asked for the data,
 * waits for them no longer. The request is done when the CTS has come: as a rule after this function returns. */
void weft_send_discard(struct weft_request *request, uint32_t notice);

/* Is this a send that was discarded and whose CTS has not come? */
bool weft_send_is_discarded(const struct weft_request *request);

/* Starts to receive. When it is done, `envelope` is the message's, `total` the bytes written. */
void weft_receive_start(struct weft_request *request, void *buffer, const struct weft_layout *layout,
                        const struct weft_envelope *envelope);

/* The same of data in one piece, with the envelope in registers. */
void weft_receive_begin(struct weft_request *request, void *buffer, int32_t rank, int32_t tag, uint32_t context,
                        weft_length length);

/* Takes a receive back if it has no message yet; whether that was so. */
bool weft_receive_withdraw(struct weft_request *request);

/* The oldest message in the unexpected queue that a receive with this envelope would get, or null. */
struct weft_message *weft_find_kept(const struct weft_envelope *receive);

/* Takes a message out of the unexpected queue, for weft_receive_message() alone to receive it. */
void weft_message_unlink(struct weft_message *message);

/* Receives a message that was taken out of the queue; as weft_receive_start(). */
void weft_receive_message(struct weft_request *request, void *buffer, const struct weft_layout *layout,
                          weft_length room, struct weft_message *message);

/* The data that a receive has asked for will not come. */
void weft_receive_give_up(struct weft_request *request);

/* Receives the message at the head of the link, if one is there that has the tag that is wanted, one of `contexts` from
 * the wanted one on, and no more bytes than the wanted length. The buffer is one that the link may write. Neither a
 * message nor a receive that has to do with it may wait in the engine. What was received is in the request, as that
 * of weft_receive_start(): it is one of the interface's, by which it knows a message whose sender discards it. */
bool weft_receive_head(struct weft_request *request, void *buffer, const struct weft_envelope *wanted,
                       uint32_t contexts);

/* Settles the credits with a rank: gives back early what the next message would make a batch, and collects what was
 * given. True: something was settled, and a fast path that was closed for want of it is open. */
bool weft_credit_settle(int32_t rank);

/* Collects credit that another rank has given, before there is a want of it. */
void weft_credit_collect(int32_t rank);

/* Where the link has escapes (WEFT_LINK_HAS_ESCAPES): sends a message of at most WEFT_ESCAPED bytes, whose tag has no
 * plain label, to another rank if it can go at once; receives one if it comes next, of which `length` is first the room
 * and then the length. Both return whether it did. */
bool weft_send_escaped(const void *buffer, uint32_t length, int32_t rank, int32_t tag, uint32_t context);
bool weft_receive_escaped(void *buffer, uint32_t *length, int32_t rank, int32_t tag, uint32_t context);
#define WEFT_ESCAPED (WEFT_LINK_BLOCK - 8u)

/* Sends a message of several blocks to another rank if it can go at once, and nothing is outstanding: whether it did.
 */
bool weft_send_several_blocks(const void *buffer, const struct weft_envelope *envelope);

/* Sends, and returns when the buffer may be reused: 0; or 1 when the message is to this rank itself, too long to be
 * kept, and no receive for it is under way, so that waiting for it would never end. The envelope comes in registers:
 * with a large message, every cycle before the link counts. */
int weft_send(const void *buffer, int32_t rank, int32_t tag, uint32_t context, weft_length length);

/* The same for a message of more than one block to another rank. The second function returns how many bytes of it the
 * receiver has room for. */
void weft_send_large(const void *buffer, weft_length length, uint32_t context, int32_t rank, int32_t tag);
weft_length weft_send_large_and_ask(const void *buffer, const struct weft_envelope *envelope);

/* The same where the message has been announced by its request word. */
weft_length weft_send_after_short_rts(const void *buffer, const struct weft_envelope *envelope);

/* Receives, and returns when the message is there; what it was stands in the request. */
void weft_receive(struct weft_request *request, void *buffer, int32_t rank, int32_t tag, uint32_t context,
                  weft_length length);

/* Waits for a request, driving all that are under way. */
void weft_wait(struct weft_request *request);

/* The same, as far as it goes while no other one is outstanding: the request is done, or is still to be waited for. */
void weft_waited(struct weft_request *request);

/* Takes back a receive that has no message yet, if its data are one piece and no other receive or operation could get
 * a message of its rank: whether it did. Its caller then receives as weft_receive() does. */
bool weft_receive_reclaim(struct weft_request *request);

/* Moves whatever can be moved without waiting; whether anything was. */
bool weft_progress(void);

/* Moves what can be moved, or else sleeps until something can. `request` tells deadlock reports what is waited for. */
void weft_progress_or_rest(const struct weft_request *request);

/* Sets what weft_progress() calls besides: an operation of many messages that must go on while others are waited for.
 * It returns whether it moved. Null: nothing. */
void weft_progress_also(bool (*operation)(void));

#endif
