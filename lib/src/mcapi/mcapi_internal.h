/* MCAPI over the engine: what its parts share.
 *
 * Nodes, ports and contexts are as endpoint.h says. Packets are matched by the engine. Messages stay in
 * its queue of unexpected messages until they are received, since a receive takes the one of the highest priority, from
 * whoever it comes; so do scalars, whose width is looked at first. Nothing is queued a second time.
 *
 * Connecting, opening and closing channels, and asking for endpoints, go on while the program waits for anything: the
 * engine calls weft_mcapi_serve() with each progress.
 */
#ifndef WEFT_MCAPI_INTERNAL_H
#define WEFT_MCAPI_INTERNAL_H

#include <mcapi.h>

#include "engine/state.h"
#include "mcapi/long_way.h"
#include "mcapi/node_set.h"
#include "mcapi/request.h"
#include "mcapi/short_paths.h"

/* Whether what the program passes is checked. Without, what is wrong has no defined effect; what only the other nodes
 * know is still told. */
#ifndef WEFT_MCAPI_CHECKS
#define WEFT_MCAPI_CHECKS 1
#endif

/* Leaves a function that returns a code, with this one, if `wrong`. */
#define WEFT_REFUSE_IF(wrong, code)                                                                                    \
    do {                                                                                                               \
        if (WEFT_MCAPI_CHECKS && (wrong)) {                                                                            \
            return MCAPI_ERR_##code;                                                                                   \
        }                                                                                                              \
    } while (0)

/* Leaves a function that returns a code if what it calls does not succeed. */
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

/* What an endpoint is and does, and its channel. The kinds of channels stand in the order of the platform file's, and
 * of the attribute TYPE; from CONNECTED to CLOSED in that of the attribute ENDP_STATUS. */
enum {
    WEFT_MCAPI_PACKETS = 1 << 0,
    WEFT_MCAPI_SCALARS = 1 << 1,
    WEFT_MCAPI_RECEIVES = 1 << 2,
    WEFT_MCAPI_CONNECTING = 1 << 3,
    WEFT_MCAPI_CONNECTED = 1 << 4,
    WEFT_MCAPI_OPEN = 1 << 5,         /* at both ends */
    WEFT_MCAPI_OPENING = 1 << 6,      /* by the program */
    WEFT_MCAPI_CLOSED = 1 << 7,       /* by the program */
    WEFT_MCAPI_TOLD = 1 << 8,         /* to the other end, that the program opens it */
    WEFT_MCAPI_PEER_OPENS = 1 << 9,   /* as the other end has told */
    WEFT_MCAPI_PEER_CLOSED = 1 << 10, /* as the other end has told */
    WEFT_MCAPI_STATIC = 1 << 11,      /* listed in the platform file: nobody is told of it */
    /* Of a channel that is listed there: no end waits for the other. */
    WEFT_MCAPI_LISTED = WEFT_MCAPI_STATIC | WEFT_MCAPI_CONNECTED | WEFT_MCAPI_TOLD | WEFT_MCAPI_PEER_OPENS,
    WEFT_MCAPI_KINDS = WEFT_MCAPI_PACKETS | WEFT_MCAPI_SCALARS | WEFT_MCAPI_RECEIVES,
};

/* The attributes in which both ends of a channel must agree, as fields of one word. BUFFER_TYPE is always the same. */
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

/* A note that is being read, or is on its way. */
struct weft_mcapi_letter {
    struct weft_request engine;
    struct weft_mcapi_note note;
    bool reading;
};

struct weft_mcapi {
    bool running;
    bool has_ended;                  /* before; it may begin again */
    struct weft_mcapi_letter told;   /* what another node tells this one: can always be acted on */
    struct weft_mcapi_letter asked;  /* a question of another node, then the answer */
    struct weft_mcapi_nodes curious; /* have asked for an endpoint that was not there */
    struct weft_mcapi_nodes untold;  /* those of them that have not been told of a new one */
};

extern WEFT_PER_RANK struct weft_mcapi weft_mcapi;

/* Requests that cannot begin yet, oldest first. */
extern WEFT_PER_RANK struct weft_list weft_mcapi_waiting;

/* Says how a function went. */
static inline void weft_mcapi_tell(mcapi_status_t *status, enum mcapi_status_codes code)
{
    if (status) {
        *status = code;
    }
}

/* Every function begins so, or by finding something, but those that a node may call before it runs. */
#define WEFT_MCAPI_ENTER() WEFT_REFUSE_IF(!weft_mcapi.running, NODE_NOTINIT)

/* What a handle names, or null and why. So aligned, compilers for 32 bits keep it in two registers. */
struct weft_mcapi_found {
    _Alignas(8) struct weft_mcapi_endpoint *endpoint;
    enum mcapi_status_codes code;
};
struct weft_mcapi_made {
    _Alignas(8) struct weft_mcapi_request *request;
    enum mcapi_status_codes code;
};

/* node.c: whether there is such a node. */
enum mcapi_status_codes weft_mcapi_check_node(mcapi_domain_t domain, mcapi_node_t node);

/* endpoint.c: the own endpoint with that handle, or with that port, or null; a new one with a port that is free. */
struct weft_mcapi_endpoint *weft_mcapi_own(mcapi_endpoint_t handle);
struct weft_mcapi_endpoint *weft_mcapi_at_port(uint32_t port);
struct weft_mcapi_endpoint *weft_mcapi_endpoint_new(uint32_t port);

/* short.c: notes anew which short ways an endpoint may go, after anything of it has changed; that a
 * message is sent to that endpoint; that one has come from that rank. */
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

/* short.c: the next calls that send, or receive, find their ends anew. */
void weft_mcapi_forget_last(bool to, bool from);

/* message_ends.c: sends a message of at most a block between ends that are kept: whether it was one. Then the next one
 * of a word is prepared between these. */
bool weft_mcapi_send_kept(const struct weft_mcapi_last_to *kept, const void *buffer, size_t size);

/* message_ends.c: the same of the ends of messages that are kept there. */
void weft_mcapi_forget_receivers(void);
void weft_mcapi_forget_senders(void);

/* short.c: keeps what is the same for all messages from an end, or to one, if they may take the fast path. */
void weft_mcapi_keep_to(struct weft_mcapi_last_to *last, mcapi_endpoint_t from, mcapi_endpoint_t to, uint32_t rank,
                        uint32_t context);
void weft_mcapi_keep_from(struct weft_mcapi_last_from *last, mcapi_endpoint_t handle, uint32_t rank, uint32_t context,
                          uint32_t contexts);

/* packet.c: chooses a buffer for the next packet that comes by the short path. False: there has never been one to
 * choose.
 */
bool weft_mcapi_packet_spare(void);

/* short.c: opens a short way to or from a rank again that was closed for want of credit: whether it was. */
bool weft_mcapi_settle_to(uint32_t rank);
bool weft_mcapi_settle_from(uint32_t rank);
#endif

/* Whether no message waits at this node, and no request for one: only then may a receive go to the ends of the last. */
static inline void weft_mcapi_set_quiet(bool quiet)
{
    weft_mcapi_quiet = quiet;
    if (!quiet) {
        weft_mcapi_forget_last(false, true);
    }
}

/* endpoint.c: whether a handle may be that of an endpoint anywhere; the own endpoint with it. */
enum mcapi_status_codes weft_mcapi_check_endpoint(mcapi_endpoint_t handle);
struct weft_mcapi_found weft_mcapi_find(mcapi_endpoint_t handle);

/* get.c: gets any endpoint, also one that is not listed. */
enum mcapi_status_codes weft_mcapi_get_any(mcapi_domain_t domain, mcapi_node_t node, mcapi_port_t port,
                                           mcapi_timeout_t timeout, mcapi_endpoint_t *endpoint);

/* map.c: makes what the platform file lists of this node, for the first time or again after its end; the handle of an
 * endpoint that it lists, or 0. */
void weft_mcapi_map(uint32_t node, bool again);
mcapi_endpoint_t weft_mcapi_listed(uint32_t node, uint32_t port);

/* channel.c: opens an end, which must be of these kinds, and says how that went. */
void weft_mcapi_open(uint32_t *out, mcapi_endpoint_t handle, mcapi_request_t *request, mcapi_status_t *status,
                     uint32_t kinds);

/* request.c: a new request, whose handle goes to where the program wants it; the request with that handle, or null. */
struct weft_mcapi_made weft_mcapi_request_new(enum weft_mcapi_kind kind, mcapi_request_t *handle);

#if !WEFT_SMALL
/* request.c: a place for a request that has taken the fast path, or null. */
struct weft_mcapi_request *weft_mcapi_request_other(void);
#endif

/* request.c: the request with this handle, or null. */
struct weft_mcapi_request *weft_mcapi_request_find(mcapi_request_t handle);

/* request.c: puts a request behind those that wait, and tries whether it can begin; takes it out of those that wait;
 * takes one back that has got nothing yet: whether it could be. */
void weft_mcapi_begin(struct weft_mcapi_request *request);
void weft_mcapi_leave(struct weft_mcapi_request *request);
bool weft_mcapi_withdraw(struct weft_mcapi_request *request);

/* request.c: ends the receives of an endpoint that have got nothing yet. */
void weft_mcapi_abandon(mcapi_endpoint_t endpoint, enum mcapi_status_codes code);

/* discard.c: discards a request, of which the program has no handle any more; endpoints, requests, packets and messages
 * at the end of this node; acts on another node's notice that it has discarded a send: whether it could. */
void weft_mcapi_discard(struct weft_mcapi_request *request);
void weft_mcapi_discard_all(void);
bool weft_mcapi_hear_discarded(struct weft_message *notice);

/* request.c: waits for the call's own request, which has begun, `timeout` microseconds at most: the code of how it
 * ended, and how many bytes it moved; or MCAPI_TIMEOUT, and nothing of it is left. */
enum mcapi_status_codes weft_mcapi_await(mcapi_timeout_t timeout, size_t *size);

/* serve.c: begins to read a note, or drops a message. */
void weft_mcapi_take(struct weft_mcapi_letter *letter, struct weft_message *message, bool is_note);

/* serve.c: does for other nodes, and for requests that wait, what can be done now; whether it was anything. */
bool weft_mcapi_serve(void);

/* note.c: tells the owner of an endpoint something, or asks it, in a request's note; tells a node of a new endpoint:
 * whether there was one to be told. */
void weft_mcapi_say(struct weft_mcapi_request *request, enum weft_mcapi_what what, mcapi_endpoint_t to,
                    mcapi_endpoint_t from);
bool weft_mcapi_tell_news(void);

/* note.c: acts on a note that has come whole; answers a question that has. Whether there was one. */
bool weft_mcapi_hear(void);
bool weft_mcapi_answer(void);

/* channel.c: what the owner of an end does on the question of a node that connects: the code of the answer. Acts on the
 * other end's being opened or closed. The next step of a connection, if there is one. */
enum mcapi_status_codes weft_mcapi_reserve(struct weft_mcapi_endpoint *end, struct weft_mcapi_note *note);
enum mcapi_status_codes weft_mcapi_join(struct weft_mcapi_endpoint *end, const struct weft_mcapi_note *note);
void weft_mcapi_hear_of_peer(struct weft_mcapi_endpoint *end, const struct weft_mcapi_note *note);
bool weft_mcapi_connect_on(struct weft_mcapi_request *request, const struct weft_mcapi_note *answer);

/* channel.c: opens what is connected now: whether it was; whether it is open; takes an open back. */
bool weft_mcapi_try_open(struct weft_mcapi_request *request);
bool weft_mcapi_has_opened(const struct weft_mcapi_request *request);
void weft_mcapi_unopen(const struct weft_mcapi_request *request);

/* channel.c: the own end with that handle, if it is of these kinds and in one of these states. */
struct weft_mcapi_found weft_mcapi_end_of(mcapi_endpoint_t handle, uint32_t kinds, uint32_t states);

/* attribute.c: an attribute of an own endpoint. */
uint32_t weft_mcapi_read(const struct weft_mcapi_endpoint *endpoint, uint32_t number);

/* send.c: sends to an endpoint and starts a request for it, or, given WEFT_MCAPI_WAITS, returns when the buffer may be
 * reused. The same from an end of a channel to the other. */
enum mcapi_status_codes weft_mcapi_send(const struct weft_mcapi_endpoint *from, mcapi_endpoint_t to, uint32_t context,
                                        const void *buffer, uint32_t size, mcapi_request_t *handle);
enum mcapi_status_codes weft_mcapi_send_on(const struct weft_mcapi_endpoint *end, const void *buffer, uint32_t size,
                                           mcapi_request_t *handle);

/* send.c: whether to send would be to wait for memory that never comes, or that the endpoint does not want to wait for;
 * begins to send: whether that is over already. */
bool weft_mcapi_has_no_room(const struct weft_mcapi_endpoint *from, const struct weft_envelope *envelope, bool waits);
bool weft_mcapi_send_start(struct weft_request *engine, const void *buffer, const struct weft_envelope *envelope);

/* How a send went that is over: a receiver that is not there, or has no room at all, takes nothing of it. */
static inline enum mcapi_status_codes weft_mcapi_code_of_send(const struct weft_request *send)
{
    return send->total == 0 && send->envelope.length > 0 ? MCAPI_ERR_TRANSMISSION : MCAPI_SUCCESS;
}

/* message.c: whether a request has met its message; whether the first of those that wait has received one the short
 * way, for which it waits if nothing else comes. */
bool weft_mcapi_try_message(struct weft_mcapi_request *request);
bool weft_mcapi_receive_first(struct weft_mcapi_request *request);

/* message.c: whether a request has waited for a message that has just come. */
bool weft_mcapi_claims(struct weft_message *message);

/* message.c: how many messages in these contexts have come for an endpoint that was found, and wait. */
mcapi_uint_t weft_mcapi_available(struct weft_mcapi_found found, uint32_t context, uint32_t contexts,
                                  mcapi_status_t *status);

/* packet.c: whether a request has got a buffer, and is the engine's now; a buffer is the program's now, or free. */
bool weft_mcapi_try_packet(struct weft_mcapi_request *request);
void weft_mcapi_packet_free_all(void);
void weft_mcapi_packet_give(void *buffer);
void weft_mcapi_packet_free(void *buffer);

/* scalar.c: whether a scalar has come. */
bool weft_mcapi_try_scalar(struct weft_mcapi_request *request);

#endif
