/* MCAPI over the engine: what its parts share.
 *
 * A node is a rank of the engine. What one node says to another is an engine message with the port that it is for as
 * its tag, in one of these contexts:
 *
 *     NOTE         between the libraries of two nodes: struct weft_mcapi_note
 *     CHANNEL      a packet or a scalar; the port is the receiving end's
 *     MESSAGE + p  a message of priority p
 *     GET          a note that asks for an endpoint, which waits unread until that is there
 *
 * Packets are matched by the engine. Messages stay in its queue of unexpected messages until they are received, since
 * a receive takes the one of the highest priority, from whoever it comes; so do scalars, whose width is looked at
 * first. Nothing is queued a second time.
 *
 * Connecting, opening and closing channels, and asking for endpoints, go on while the program waits for anything: the
 * engine calls weft_mcapi_serve() with each progress.
 */
#ifndef WEFT_MCAPI_INTERNAL_H
#define WEFT_MCAPI_INTERNAL_H

#include <mcapi.h>

#include "engine/state.h"

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

/* The first two and the first two priorities need no escape in the label (<weft/label.h>). */
enum { WEFT_MCAPI_NOTE, WEFT_MCAPI_CHANNEL, WEFT_MCAPI_MESSAGE, WEFT_MCAPI_GET = WEFT_MCAPI_MESSAGE + 4 };
_Static_assert(WEFT_MCAPI_GET > WEFT_MCAPI_MESSAGE + MCAPI_MIN_PRORITY, "each priority has a context");

/* An endpoint's handle: a bit that is always set, 6 bits of the node, 9 of its place in that node's table, 16 of the
 * port. So its owner finds it at once, and others know where messages for it go. */
#define WEFT_MCAPI_VALID (UINT32_C(1) << 31)

static inline mcapi_endpoint_t weft_mcapi_handle(uint32_t node, uint32_t place, uint32_t port)
{
    return WEFT_MCAPI_VALID | node << 25 | place << 16 | port;
}

static inline int32_t weft_mcapi_node_of(mcapi_endpoint_t handle)
{
    return (int32_t)(handle >> 25 & 0x3F);
}

static inline uint32_t weft_mcapi_place_of(mcapi_endpoint_t handle)
{
    return handle >> 16 & 0x1FF;
}

static inline uint32_t weft_mcapi_port_of(mcapi_endpoint_t handle)
{
    return handle & 0xFFFF;
}

/* What an endpoint is and does, and its channel. The kinds of channels stand in the order of the platform file's. */
enum {
    WEFT_MCAPI_PACKETS = 1 << 0,
    WEFT_MCAPI_SCALARS = 1 << 1,
    WEFT_MCAPI_RECEIVES = 1 << 2,
    WEFT_MCAPI_CONNECTING = 1 << 3,
    WEFT_MCAPI_CONNECTED = 1 << 4,
    WEFT_MCAPI_OPENING = 1 << 5,     /* by the program */
    WEFT_MCAPI_TOLD = 1 << 6,        /* that the program opens it, to the other end */
    WEFT_MCAPI_PEER_OPENS = 1 << 7,  /* as the other end has told */
    WEFT_MCAPI_OPEN = 1 << 8,        /* at both ends */
    WEFT_MCAPI_CLOSED = 1 << 9,      /* by the program */
    WEFT_MCAPI_PEER_CLOSED = 1 << 10, /* as the other end has told */
    WEFT_MCAPI_STATIC = 1 << 11,     /* listed in the platform file: nobody is told of it */
    WEFT_MCAPI_KINDS = WEFT_MCAPI_PACKETS | WEFT_MCAPI_SCALARS | WEFT_MCAPI_RECEIVES,
};

/* The attributes that can be set, first those in which both ends of a channel must agree. */
enum {
    WEFT_MCAPI_MAX_PAYLOAD,
    WEFT_MCAPI_MEMORY,
    WEFT_MCAPI_PRIORITIES,
    WEFT_MCAPI_PRIORITY,
    WEFT_MCAPI_AGREED,
    WEFT_MCAPI_TIMEOUT = WEFT_MCAPI_AGREED,
    WEFT_MCAPI_SETTABLE
};

struct weft_mcapi_endpoint {
    mcapi_endpoint_t handle;  /* 0: there is none at this place */
    mcapi_endpoint_t plain;   /* the same as long as messages may go the short way, otherwise 0 */
    mcapi_endpoint_t peer;    /* the other end of its channel */
    uint16_t state;
    uint8_t gets;   /* not released yet */
    uint8_t getter; /* the node that got it last */
    uint32_t attributes[WEFT_MCAPI_SETTABLE];
};

/* What the libraries of two nodes tell each other. */
enum weft_mcapi_what {
    WEFT_MCAPI_NOTHING,
    WEFT_MCAPI_ASKS,       /* for the endpoint with the port of the message */
    WEFT_MCAPI_HAS,        /* the answer */
    WEFT_MCAPI_RELEASES,   /* what it got so */
    WEFT_MCAPI_CONNECTS,   /* to the sending end's owner */
    WEFT_MCAPI_ATTACHES,   /* to the receiving end's owner */
    WEFT_MCAPI_ATTACHED,   /* the answer */
    WEFT_MCAPI_HAS_CONNECTED, /* the answer to whoever connects */
    WEFT_MCAPI_OPENS,
    WEFT_MCAPI_CLOSES,
    WEFT_MCAPI_READS,      /* an attribute, whose number is `from` */
    WEFT_MCAPI_HAS_READ,   /* the answer: its value */
};

struct weft_mcapi_note {
    uint8_t what;
    uint8_t code; /* of an answer */
    uint8_t kind; /* of a channel: WEFT_MCAPI_PACKETS or WEFT_MCAPI_SCALARS */
    uint8_t node; /* of the program that waits for the answer */
    mcapi_request_t request; /* and its request */
    mcapi_endpoint_t to;
    mcapi_endpoint_t from;
    uint32_t attributes[WEFT_MCAPI_AGREED];
};

/* What a request of a program is for. */
enum weft_mcapi_kind {
    WEFT_MCAPI_UNUSED,
    WEFT_MCAPI_CANCELLED,
    WEFT_MCAPI_SEND,
    WEFT_MCAPI_RECEIVE_MESSAGE,
    WEFT_MCAPI_RECEIVE_PACKET,
    WEFT_MCAPI_AWAIT_SCALAR,
    WEFT_MCAPI_ASK, /* another node: its first note is `first` */
    WEFT_MCAPI_OPENS_CHANNEL,
    WEFT_MCAPI_CLOSES_CHANNEL,
};

/* A request. It is over when its engine request is. Until it can begin it is in the list of those that wait; the
 * engine's own field for its lists serves for that. */
struct weft_mcapi_request {
    struct weft_request engine;
    void *out;         /* where the program is given something in the end */
    uintptr_t result;  /* what that is; of a connection, until then, the kind of its channel */
    uint8_t kind;      /* enum weft_mcapi_kind */
    uint8_t code;      /* how it ended, as far as the engine does not know */
    uint8_t generation; /* tells its handle from those before it */
    uint8_t first;     /* of one that asks: enum weft_mcapi_what */
    uint32_t room;     /* of a message's receive: bytes in the buffer, whose address is `result` */
    mcapi_endpoint_t to;
    mcapi_endpoint_t from;
};

/* The last one is the library's own, for functions that wait for an answer. */
#define WEFT_MCAPI_OWN_REQUEST WEFT_MCAPI_REQUESTS
_Static_assert(WEFT_MCAPI_REQUESTS <= 255, "WEFT_MCAPI_REQUESTS must be at most 255");
_Static_assert(WEFT_MCAPI_ENDPOINTS <= 512, "WEFT_MCAPI_ENDPOINTS must be at most 512");

/* A note on its way. */
struct weft_mcapi_letter {
    struct weft_request engine;
    struct weft_mcapi_note note;
};

struct weft_mcapi {
    bool running;
    bool reading; /* a note that has not come whole */
    struct weft_list waiting; /* requests that cannot begin yet, oldest first */
    struct weft_mcapi_letter in;
    struct weft_mcapi_letter out;
    struct weft_mcapi_endpoint endpoints[WEFT_MCAPI_ENDPOINTS];
    struct weft_mcapi_request requests[WEFT_MCAPI_REQUESTS + 1];
};

extern WEFT_PER_RANK struct weft_mcapi weft_mcapi;

/* node.c: says how a function went. Whether the node runs. */
void weft_mcapi_tell(mcapi_status_t *status, enum mcapi_status_codes code);
#define WEFT_MCAPI_ENTER() WEFT_REFUSE_IF(!weft_mcapi.running, NODE_NOTINIT)
enum mcapi_status_codes weft_mcapi_check_node(mcapi_domain_t domain, mcapi_node_t node);

/* endpoint.c: the own endpoint with that handle, or with that port, or null; a new one with a port that is free; sets
 * anew whether its messages may go the short way; takes one out of the table. */
struct weft_mcapi_endpoint *weft_mcapi_own(mcapi_endpoint_t handle);
struct weft_mcapi_endpoint *weft_mcapi_at_port(uint32_t port);
struct weft_mcapi_endpoint *weft_mcapi_endpoint_new(uint32_t port);
void weft_mcapi_endpoint_update(struct weft_mcapi_endpoint *endpoint);

/* endpoint.c: whether a handle may be that of an endpoint anywhere; the own endpoint with it, or why there is none. */
bool weft_mcapi_is_endpoint(mcapi_endpoint_t handle);
enum mcapi_status_codes weft_mcapi_find(mcapi_endpoint_t handle, struct weft_mcapi_endpoint **endpoint);

/* map.c: makes what the platform file lists; the handle of an endpoint that it lists, or 0. */
void weft_mcapi_map(void);
mcapi_endpoint_t weft_mcapi_listed(uint32_t node, uint32_t port);

/* request.c: a new request, or null, and its handle; one outside their table, or the library's own, made new; the one
 * with that handle, or null. */
struct weft_mcapi_request *weft_mcapi_request_new(enum weft_mcapi_kind kind, mcapi_request_t *handle);
void weft_mcapi_request_prepare(struct weft_mcapi_request *request, enum weft_mcapi_kind kind);
mcapi_request_t weft_mcapi_request_handle(const struct weft_mcapi_request *request);
struct weft_mcapi_request *weft_mcapi_request_find(mcapi_request_t handle);

/* request.c: puts a request behind those that wait, and tries whether it can begin; takes it out of those that wait;
 * ends one that the engine knows nothing of; takes one back that has got nothing yet: whether it could be. */
void weft_mcapi_begin(struct weft_mcapi_request *request);
void weft_mcapi_leave(struct weft_mcapi_request *request);
void weft_mcapi_end(struct weft_mcapi_request *request, enum mcapi_status_codes code);
bool weft_mcapi_withdraw(struct weft_mcapi_request *request);

/* request.c: ends the receives of an endpoint that have got nothing yet. */
void weft_mcapi_abandon(mcapi_endpoint_t endpoint, enum mcapi_status_codes code);

/* request.c: waits until an engine request is done, `timeout` microseconds at most; whether it is. */
bool weft_mcapi_wait_for(const struct weft_request *request, mcapi_timeout_t timeout);

/* request.c: the code of a request that is over, and how many bytes it moved; the request is free then. The same for a
 * request that has not begun: MCAPI_TIMEOUT if nothing came for it in time. */
enum mcapi_status_codes weft_mcapi_finish(struct weft_mcapi_request *request, size_t *size);
enum mcapi_status_codes weft_mcapi_carry_out(struct weft_mcapi_request *request, mcapi_timeout_t timeout, size_t *size);

/* serve.c: does for other nodes, and for requests that wait, what can be done now; whether it was anything. */
bool weft_mcapi_serve(void);

/* note.c: whether a note can be written now, or read; sends the one in `out` to a node; acts on the one that has been
 * read: whether there was one. */
bool weft_mcapi_can_write(void);
void weft_mcapi_write(int32_t node, enum weft_mcapi_what what);
bool weft_mcapi_act(void);

/* channel.c: acts on a note about a channel; may write into it. */
void weft_mcapi_act_on_channel(struct weft_mcapi_note *note);

/* channel.c: steps of requests that open and close: whether anything was done; whether an open can be taken back. */
bool weft_mcapi_try_open(struct weft_mcapi_request *request);
bool weft_mcapi_try_close(struct weft_mcapi_request *request);
bool weft_mcapi_unopen(const struct weft_mcapi_request *request);

/* channel.c: the own end with that handle, if it is of these kinds and in one of these states, or why there is none. */
enum mcapi_status_codes weft_mcapi_end_of(mcapi_endpoint_t handle, uint32_t kinds, uint32_t states,
                                          struct weft_mcapi_endpoint **end);

/* attribute.c: reads an attribute of an own endpoint. */
enum mcapi_status_codes weft_mcapi_read(const struct weft_mcapi_endpoint *endpoint, uint32_t number, uint32_t *value);

/* send.c: sends, and waits until the buffer may be reused; starts to send; how a send went that is over. */
enum mcapi_status_codes weft_mcapi_send(const struct weft_mcapi_endpoint *from, const struct weft_envelope *envelope,
                                        const void *buffer);
enum mcapi_status_codes weft_mcapi_send_i(const struct weft_mcapi_endpoint *from, const struct weft_envelope *envelope,
                                          const void *buffer, mcapi_request_t *handle);
enum mcapi_status_codes weft_mcapi_code_of_send(const struct weft_request *send);

/* message.c: whether a request has got a message. */
bool weft_mcapi_try_message(struct weft_mcapi_request *request);

/* message.c: how many messages in these contexts have come for a port and wait. */
mcapi_uint_t weft_mcapi_available(uint32_t port, uint32_t context, uint32_t contexts);

/* packet.c: whether a request has got a buffer, and is the engine's now; a buffer is the program's now, or free. */
bool weft_mcapi_try_packet(struct weft_mcapi_request *request);
void weft_mcapi_packet_give(void *buffer);
void weft_mcapi_packet_free(void *buffer);

/* scalar.c: whether a scalar has come. */
bool weft_mcapi_try_scalar(struct weft_mcapi_request *request);

#endif
