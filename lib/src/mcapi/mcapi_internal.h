/* MCAPI over the engine: declarations that its files share.
 *
 * endpoint.h maps nodes, ports and priorities to ranks, tags and contexts of the engine. The engine matches packets.
 * Messages stay in its queue of unexpected messages until they are received, since a receive takes the message of the
 * highest priority from any sender; so do scalars, whose width is checked first. There are no further queues.
 *
 * Connecting, opening and closing channels, and getting endpoints, proceed while the program waits for anything: the
 * engine calls weft_mcapi_serve() whenever it makes progress.
 */
#ifndef WEFT_MCAPI_INTERNAL_H
#define WEFT_MCAPI_INTERNAL_H

#include <mcapi.h>

#include "engine/state.h"
#include "mcapi/long_way.h"
#include "mcapi/node_set.h"
#include "mcapi/request.h"
#include "mcapi/short_paths.h"

/* Whether arguments of the program are checked. Without checks, invalid arguments have undefined effects; errors that
 * only other nodes detect are still returned. */
#ifndef WEFT_MCAPI_CHECKS
#define WEFT_MCAPI_CHECKS 1
#endif

/* Returns MCAPI_ERR_code from the calling function if `wrong`. */
#define WEFT_REFUSE_IF(wrong, code)                                                                                    \
    do {                                                                                                               \
        if (WEFT_MCAPI_CHECKS && (wrong)) {                                                                            \
            return MCAPI_ERR_##code;                                                                                   \
        }                                                                                                              \
    } while (0)

/* Returns the code of a call from the calling function unless it is MCAPI_SUCCESS. */
#define WEFT_MCAPI_TRY(call)                                                                                           \
    do {                                                                                                               \
        const enum mcapi_status_codes code = (call);                                                                   \
        if (code != MCAPI_SUCCESS) {                                                                                   \
            return code;                                                                                               \
        }                                                                                                              \
    } while (0)

#define WEFT_MCAPI_HANDLE(node, place, port)                                                                           \
    (WEFT_MCAPI_VALID | (uint32_t)(node) << WEFT_MCAPI_NODE_SHIFT | (uint32_t)(place) << 16 | (uint32_t)(port))

static inline int32_t weft_mcapi_node_of(mcapi_endpoint_t handle)
{
    return (int32_t)(handle >> WEFT_MCAPI_NODE_SHIFT & ((1u << WEFT_MCAPI_NODE_BITS) - 1));
}

/* State of an endpoint and its channel. The order of the kinds of channels is that of the platform file and of the
 * attribute TYPE; the order from CONNECTED to CLOSED is that of the attribute ENDP_STATUS. */
enum {
    WEFT_MCAPI_PACKETS = 1 << 0,
    WEFT_MCAPI_SCALARS = 1 << 1,
    WEFT_MCAPI_RECEIVES = 1 << 2,
    WEFT_MCAPI_CONNECTING = 1 << 3,
    WEFT_MCAPI_CONNECTED = 1 << 4,
    WEFT_MCAPI_OPEN = 1 << 5,         /* at both ends */
    WEFT_MCAPI_OPENING = 1 << 6,      /* the program has called open */
    WEFT_MCAPI_CLOSED = 1 << 7,       /* the program has called close */
    WEFT_MCAPI_TOLD = 1 << 8,         /* the other end has been told that the program opens this one */
    WEFT_MCAPI_PEER_OPENS = 1 << 9,   /* as the other end has told */
    WEFT_MCAPI_PEER_CLOSED = 1 << 10, /* as the other end has told */
    WEFT_MCAPI_STATIC = 1 << 11,      /* listed in the platform file: known to all nodes */
    /* A channel listed there: neither end waits for the other. */
    WEFT_MCAPI_LISTED = WEFT_MCAPI_STATIC | WEFT_MCAPI_CONNECTED | WEFT_MCAPI_TOLD | WEFT_MCAPI_PEER_OPENS,
    WEFT_MCAPI_KINDS = WEFT_MCAPI_PACKETS | WEFT_MCAPI_SCALARS | WEFT_MCAPI_RECEIVES,
};

/* The attributes that must agree at both ends of a channel, as fields of one word. BUFFER_TYPE has only one value. */
struct weft_mcapi_field {
    uint8_t shift;
    uint8_t bits;
};
#define WEFT_MCAPI_MAX_PAYLOAD ((struct weft_mcapi_field){0, 21})
#define WEFT_MCAPI_MEMORY ((struct weft_mcapi_field){21, 2})
#define WEFT_MCAPI_FAILS ((struct weft_mcapi_field){23, 1})
#define WEFT_MCAPI_PRIORITIES ((struct weft_mcapi_field){24, 3})
#define WEFT_MCAPI_PRIORITY ((struct weft_mcapi_field){27, 2})
#define WEFT_MCAPI_USUAL_ATTRIBUTES (MCAPI_MAX_MESSAGE_SIZE | (uint32_t)WEFT_MCAPI_ALL_PRIORITIES << 24)
_Static_assert(WEFT_MCAPI_ALL_PRIORITIES == MCAPI_MIN_PRORITY + 1, "endpoint.h knows how many there are");
_Static_assert(MCAPI_MAX_MESSAGE_SIZE < 1 << 21 && WEFT_MCAPI_ALL_PRIORITIES < 1 << 3, "attributes fit their fields");

static inline uint32_t weft_mcapi_get(uint32_t word, struct weft_mcapi_field field)
{
    return word >> field.shift & ((1u << field.bits) - 1);
}

static inline uint32_t weft_mcapi_put(uint32_t word, struct weft_mcapi_field field, uint32_t value)
{
    const uint32_t mask = ((1u << field.bits) - 1) << field.shift;
    return (word & ~mask) | (value << field.shift & mask);
}

/* A note that is being received or sent. */
struct weft_mcapi_letter {
    struct weft_request engine;
    struct weft_mcapi_note note;
    bool reading;
};

struct weft_mcapi {
    bool running;
    bool has_ended;                  /* was finalized before; may be initialized again */
    struct weft_mcapi_letter told;   /* receives statements of other nodes, which can always be acted on at once */
    struct weft_mcapi_letter asked;  /* receives a question of another node, then sends the answer */
    struct weft_mcapi_nodes curious; /* nodes that have asked for an endpoint that did not exist */
    struct weft_mcapi_nodes untold;  /* those of them that have yet to be told of a new endpoint */
};

extern WEFT_PER_RANK struct weft_mcapi weft_mcapi;

/* Requests that cannot begin yet, oldest first. */
extern WEFT_PER_RANK struct weft_list weft_mcapi_waiting;

/* Stores the result of a function, unless `status` is null. */
static inline void weft_mcapi_tell(mcapi_status_t *status, enum mcapi_status_codes code)
{
    if (status) {
        *status = code;
    }
}

/* Every function begins with this, or with a lookup that includes it, except those that may be called before
 * mcapi_initialize(). */
#define WEFT_MCAPI_ENTER() WEFT_REFUSE_IF(!weft_mcapi.running, NODE_NOTINIT)

/* Result of a lookup: the object, or null and the error code. The alignment makes 32-bit compilers keep it in two
 * registers. */
struct weft_mcapi_found {
    _Alignas(8) struct weft_mcapi_endpoint *endpoint;
    enum mcapi_status_codes code;
};
struct weft_mcapi_made {
    _Alignas(8) struct weft_mcapi_request *request;
    enum mcapi_status_codes code;
};

/* node.c: checks that the node exists. */
enum mcapi_status_codes weft_mcapi_check_node(mcapi_domain_t domain, mcapi_node_t node);

/* endpoint.c: return this node's endpoint with that handle, or with that port, or null; create an endpoint with a port
 * that is free, or return null. */
struct weft_mcapi_endpoint *weft_mcapi_own(mcapi_endpoint_t handle);
struct weft_mcapi_endpoint *weft_mcapi_at_port(uint32_t port);
struct weft_mcapi_endpoint *weft_mcapi_endpoint_new(uint32_t port);

/* short.c: update which fast paths an endpoint may take: after any change of it; after a message is sent to an
 * endpoint; after a message has come from a rank. */
#if WEFT_SMALL
static inline void weft_mcapi_note_change(struct weft_mcapi_endpoint *endpoint)
{
    (void)endpoint;
}
static inline void weft_mcapi_note_receiver(struct weft_mcapi_endpoint *endpoint, mcapi_endpoint_t to)
{
    (void)endpoint, (void)to;
}
static inline void weft_mcapi_note_sender(struct weft_mcapi_endpoint *endpoint, int32_t rank)
{
    (void)endpoint, (void)rank;
}
static inline void weft_mcapi_forget_last(bool to, bool from)
{
    (void)to, (void)from;
}
static inline bool weft_mcapi_settle_to(uint32_t rank)
{
    (void)rank;
    return false;
}
static inline bool weft_mcapi_settle_from(uint32_t rank)
{
    (void)rank;
    return false;
}
#else
void weft_mcapi_note_change(struct weft_mcapi_endpoint *endpoint);
void weft_mcapi_note_receiver(struct weft_mcapi_endpoint *endpoint, mcapi_endpoint_t to);
void weft_mcapi_note_sender(struct weft_mcapi_endpoint *endpoint, int32_t rank);

/* short.c: makes the next calls that send (`to`), or receive (`from`), look up their ends again. */
void weft_mcapi_forget_last(bool to, bool from);

/* message_ends.c: sends a message of up to a block between cached ends, if it is one, and prepares the next message of
 * a word between them. Returns whether it did. */
bool weft_mcapi_send_kept(const struct weft_mcapi_last_to *kept, const void *buffer, size_t size);

/* message_ends.c: the same for the ends of messages that are cached there. */
void weft_mcapi_forget_receivers(void);
void weft_mcapi_forget_senders(void);

/* short.c: caches the link's data that is the same for all messages from an end, or to one, if they may take the fast
 * path. */
void weft_mcapi_keep_to(struct weft_mcapi_last_to *last, mcapi_endpoint_t from, mcapi_endpoint_t to, uint32_t rank,
                        uint32_t context);
void weft_mcapi_keep_from(struct weft_mcapi_last_from *last, mcapi_endpoint_t handle, uint32_t rank, uint32_t context,
                          uint32_t contexts);

/* packet.c: chooses the buffer for the next packet on the fast path. Returns false if there has never been one to
 * choose.
 */
bool weft_mcapi_packet_spare(void);

/* short.c: settles credits with a rank; returns whether that reopened a fast path to or from it. */
bool weft_mcapi_settle_to(uint32_t rank);
bool weft_mcapi_settle_from(uint32_t rank);
#endif

/* Sets whether the node is quiet: no message waits, and no request for one. Only then may a receive use the cached ends
 * of the last message. */
static inline void weft_mcapi_set_quiet(bool quiet)
{
    weft_mcapi_quiet = quiet;
    if (!quiet) {
        weft_mcapi_forget_last(false, true);
    }
}

/* endpoint.c: checks that a handle may be that of an endpoint of any node; finds this node's endpoint with a handle. */
enum mcapi_status_codes weft_mcapi_check_endpoint(mcapi_endpoint_t handle);
struct weft_mcapi_found weft_mcapi_find(mcapi_endpoint_t handle);

/* get.c: gets any endpoint, whether listed in the platform file or not. */
enum mcapi_status_codes weft_mcapi_get_any(mcapi_domain_t domain, mcapi_node_t node, mcapi_port_t port,
                                           mcapi_timeout_t timeout, mcapi_endpoint_t *endpoint);

/* map.c: creates the endpoints and channels that the platform file lists for this node, for the first time or `again`
 * after mcapi_finalize(); returns the handle of a listed endpoint, or 0. */
void weft_mcapi_map(uint32_t node, bool again);
mcapi_endpoint_t weft_mcapi_listed(uint32_t node, uint32_t port);

/* channel.c: opens an end, which must be of these kinds, and stores the status. */
void weft_mcapi_open(uint32_t *out, mcapi_endpoint_t handle, mcapi_request_t *request, mcapi_status_t *status,
                     uint32_t kinds);

/* request.c: allocates a request, and stores its handle where the program wants it. */
struct weft_mcapi_made weft_mcapi_request_new(enum weft_mcapi_kind kind, mcapi_request_t *handle);

#if !WEFT_SMALL
/* request.c: returns a free request for an operation on the fast path, or null. */
struct weft_mcapi_request *weft_mcapi_request_other(void);
#endif

/* request.c: returns the request with this handle, or null. */
struct weft_mcapi_request *weft_mcapi_request_find(mcapi_request_t handle);

/* request.c: weft_mcapi_begin() appends a request to the waiting list, and tries whether it can begin.
 * weft_mcapi_leave() removes it from that list. weft_mcapi_withdraw() withdraws a request that has matched nothing yet,
 * and returns whether it could. */
void weft_mcapi_begin(struct weft_mcapi_request *request);
void weft_mcapi_leave(struct weft_mcapi_request *request);
bool weft_mcapi_withdraw(struct weft_mcapi_request *request);

/* request.c: ends the receives of an endpoint that have matched nothing yet, with this code. */
void weft_mcapi_abandon(mcapi_endpoint_t endpoint, enum mcapi_status_codes code);

/* discard.c: discard a request whose handle the program no longer has; discard endpoints, requests, packets and
 * messages at this node's mcapi_finalize(); act on another node's notice that it has discarded a send, and return
 * whether that was possible. */
void weft_mcapi_discard(struct weft_mcapi_request *request);
void weft_mcapi_discard_all(void);
bool weft_mcapi_hear_discarded(struct weft_message *notice);

/* request.c: waits up to `timeout` microseconds for the call's own request, which has begun. Returns the code with
 * which it ended, and the bytes moved in `size`; or MCAPI_TIMEOUT, and the request is discarded. */
enum mcapi_status_codes weft_mcapi_await(mcapi_timeout_t timeout, size_t *size);

/* serve.c: begins to receive a note, or drops a message. */
void weft_mcapi_take(struct weft_mcapi_letter *letter, struct weft_message *message, bool is_note);

/* serve.c: does all that can be done now for other nodes and for waiting requests. Returns whether anything was
 * done. */
bool weft_mcapi_serve(void);

/* note.c: weft_mcapi_say() sends a note of a request to the owner of an endpoint. weft_mcapi_tell_news() tells one node
 * of a new endpoint, and returns whether there was a node to tell. */
void weft_mcapi_say(struct weft_mcapi_request *request, enum weft_mcapi_what what, mcapi_endpoint_t to,
                    mcapi_endpoint_t from);
bool weft_mcapi_tell_news(void);

/* note.c: act on a note, or answer a question, that has been received completely. Return whether there was one. */
bool weft_mcapi_hear(void);
bool weft_mcapi_answer(void);

/* channel.c: what the owner of an end does on the question of a node that connects; returns the code of the answer.
 * weft_mcapi_hear_of_peer(): acts on the other end's being opened or closed. weft_mcapi_connect_on(): takes the next
 * step of a connection, and returns whether there is one. */
enum mcapi_status_codes weft_mcapi_reserve(struct weft_mcapi_endpoint *end, struct weft_mcapi_note *note);
enum mcapi_status_codes weft_mcapi_join(struct weft_mcapi_endpoint *end, const struct weft_mcapi_note *note);
void weft_mcapi_hear_of_peer(struct weft_mcapi_endpoint *end, const struct weft_mcapi_note *note);
bool weft_mcapi_connect_on(struct weft_mcapi_request *request, const struct weft_mcapi_note *answer);

/* channel.c: continues an open once the end is connected, and returns whether it is; returns whether the channel is
 * open; takes an open back. */
bool weft_mcapi_try_open(struct weft_mcapi_request *request);
bool weft_mcapi_has_opened(const struct weft_mcapi_request *request);
void weft_mcapi_unopen(const struct weft_mcapi_request *request);

/* channel.c: finds this node's end with that handle, if it is of these kinds and in one of these states. */
struct weft_mcapi_found weft_mcapi_end_of(mcapi_endpoint_t handle, uint32_t kinds, uint32_t states);

/* attribute.c: returns an attribute of an endpoint of this node. */
uint32_t weft_mcapi_read(const struct weft_mcapi_endpoint *endpoint, uint32_t number);

/* send.c: sends to an endpoint, and starts a request for it; given WEFT_MCAPI_WAITS as the handle, returns only when
 * the buffer may be reused. weft_mcapi_send_on(): the same from one end of a channel to the other. */
enum mcapi_status_codes weft_mcapi_send(const struct weft_mcapi_endpoint *from, mcapi_endpoint_t to, uint32_t context,
                                        const void *buffer, uint32_t size, mcapi_request_t *handle);
enum mcapi_status_codes weft_mcapi_send_on(const struct weft_mcapi_endpoint *end, const void *buffer, uint32_t size,
                                           mcapi_request_t *handle);

/* send.c: weft_mcapi_has_no_room() returns whether a send would wait for memory that never becomes free, or that the
 * endpoint does not want to wait for. weft_mcapi_send_start() begins a send, and returns whether it is complete. */
bool weft_mcapi_has_no_room(const struct weft_mcapi_endpoint *from, const struct weft_envelope *envelope, bool waits);
bool weft_mcapi_send_start(struct weft_request *engine, const void *buffer, const struct weft_envelope *envelope);

/* Returns the result of a complete send. A receiver that does not exist, or that has no room at all, accepts 0
 * bytes. */
static inline enum mcapi_status_codes weft_mcapi_code_of_send(const struct weft_request *send)
{
    return send->total == 0 && send->envelope.length > 0 ? MCAPI_ERR_TRANSMISSION : MCAPI_SUCCESS;
}

/* message.c: weft_mcapi_try_message() matches a request with a message, and returns whether there is one.
 * weft_mcapi_receive_first() receives on the fast path for the first of the waiting requests, for which it waits if
 * nothing else comes, and returns whether it did. */
bool weft_mcapi_try_message(struct weft_mcapi_request *request);
bool weft_mcapi_receive_first(struct weft_mcapi_request *request);

/* message.c: gives a message that has just arrived to a request that waits for it. Returns whether there is one. */
bool weft_mcapi_claims(struct weft_message *message);

/* message.c: counts the messages in these contexts that have arrived for an endpoint and were not received. */
mcapi_uint_t weft_mcapi_available(struct weft_mcapi_found found, uint32_t context, uint32_t contexts,
                                  mcapi_status_t *status);

/* packet.c: weft_mcapi_try_packet() gives a request a buffer and passes it to the engine, and returns whether it could.
 * The others mark buffers as free, or as the program's. */
bool weft_mcapi_try_packet(struct weft_mcapi_request *request);
void weft_mcapi_packet_free_all(void);
void weft_mcapi_packet_give(void *buffer);
void weft_mcapi_packet_free(void *buffer);

/* scalar.c: returns whether the scalar that a request waits for has arrived. */
bool weft_mcapi_try_scalar(struct weft_mcapi_request *request);

#endif
