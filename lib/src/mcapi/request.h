/* Requests of a program, and the notes by which some of them communicate with other nodes. */
#ifndef WEFT_MCAPI_REQUEST_H
#define WEFT_MCAPI_REQUEST_H

#include <mcapi.h>

#include "engine/engine.h"
#include "mcapi/endpoint.h"

/* Notes between the libraries of two nodes: statements, and from GETS on questions. A question is answered with
 * ANSWERS. */
enum weft_mcapi_what {
    WEFT_MCAPI_NOTHING,
    WEFT_MCAPI_ANSWERS,
    WEFT_MCAPI_RELEASES, /* an endpoint that it got before */
    WEFT_MCAPI_OPENS,
    WEFT_MCAPI_CLOSES,
    WEFT_MCAPI_HAS_NEW, /* endpoint: nodes whose gets found none may ask again */
    WEFT_MCAPI_GETS,
    WEFT_MCAPI_READS,    /* an attribute, whose number is `from` */
    WEFT_MCAPI_RESERVES, /* the sending end of a channel; the answer has its attributes */
    WEFT_MCAPI_ATTACHES, /* the receiving end, if it has these attributes */
    WEFT_MCAPI_JOINS,    /* the sending end, or frees it again if `code` is no success */
};

struct weft_mcapi_note {
    uint8_t what;
    uint8_t code;
    uint8_t kind;            /* of a channel: WEFT_MCAPI_PACKETS or WEFT_MCAPI_SCALARS */
    weft_rank node;          /* of a question and its answer: the node that asks, */
    mcapi_request_t request; /* and its request */
    mcapi_endpoint_t to;     /* of an answer: the result */
    mcapi_endpoint_t from;
    uint32_t attributes;
};

/* Purpose of a request, and its state:
 *
 *     UNUSED --- receives, opens ---> waiting list --> engine --> complete -- wait --> UNUSED
 *        |------ sends, questions ----------------------^           `------- test --> ENDED -- wait, reuse --> UNUSED
 *        `------ fast path ---> DONE -- wait --> UNUSED
 *
 * A cancelled request becomes ENDED, too. */
enum weft_mcapi_kind {
    WEFT_MCAPI_UNUSED,
    WEFT_MCAPI_LEFT_OVER, /* from before mcapi_finalize(); free once the engine has finished it */
    WEFT_MCAPI_ENDED,     /* tested or cancelled, and not released; reused when no other is free */
    WEFT_MCAPI_DONE,      /* complete without error, with `total` bytes moved */
    WEFT_MCAPI_SEND,
    WEFT_MCAPI_SEND_PACKET, /* waits for credit; nothing is sent yet (armed.h) */
    WEFT_MCAPI_RECEIVE_MESSAGE,
    WEFT_MCAPI_RECEIVE_PACKET,
    WEFT_MCAPI_AWAIT_SCALAR,
    WEFT_MCAPI_ASKS,
    WEFT_MCAPI_OPENS_CHANNEL,
    WEFT_MCAPI_SAYS, /* tells that a channel is closed, or an endpoint released */
};

/* A request. A request that cannot begin yet is in the waiting list, which uses the engine's own link field. */
struct weft_mcapi_request {
    struct weft_request engine;
    union {
        struct weft_mcapi_note note; /* for requests that ask, open or close */
        struct {
            mcapi_endpoint_t endpoint;
            uint32_t room;
            void *buffer;
        } receive;
    };
    void *out;              /* where the resulting handle or buffer is stored; null if there is none */
    mcapi_request_t handle; /* its index, and in the higher bits a sequence number */
    uint8_t kind;           /* enum weft_mcapi_kind */
    uint8_t code; /* result, as far as the engine does not know it; a question has MCAPI_PENDING until it is answered */
    bool dormant; /* has asked for an endpoint that is not there yet */
};
_Static_assert(WEFT_MCAPI_REQUESTS >= 3 && WEFT_MCAPI_REQUESTS <= 255, "WEFT_MCAPI_REQUESTS must be 3 to 255");

/* The requests of which the program has handles, and after them the request of the current blocking call. A function
 * that is given the address of that request's handle (WEFT_MCAPI_WAITS) begins an operation for which the call then
 * waits with weft_mcapi_await(). */
extern WEFT_PER_RANK struct weft_mcapi_request weft_mcapi_requests[WEFT_MCAPI_REQUESTS + 1];
#define WEFT_MCAPI_OWN (&weft_mcapi_requests[WEFT_MCAPI_REQUESTS])
#define WEFT_MCAPI_WAITS (&WEFT_MCAPI_OWN->handle)
#define WEFT_MCAPI_FOR_EACH_REQUEST(request)                                                                           \
    for (struct weft_mcapi_request *request = weft_mcapi_requests; request <= WEFT_MCAPI_OWN; request++)

/* Returns the address of the request with this handle. For an invalid handle it may be beyond the last request. */
#define WEFT_MCAPI_PLACE_BITS 8
static inline struct weft_mcapi_request *weft_mcapi_request_at(mcapi_request_t handle)
{
    struct weft_mcapi_request *const first = weft_mcapi_requests;
    return first + (handle & ((1u << WEFT_MCAPI_PLACE_BITS) - 1));
}

/* Returns the next handle for this request. */
static inline mcapi_request_t weft_mcapi_next_handle(const struct weft_mcapi_request *request)
{
    const uint32_t place = (uint32_t)(request - weft_mcapi_requests);
    return (request->handle + (1u << WEFT_MCAPI_PLACE_BITS)) | WEFT_MCAPI_VALID | place;
}

#endif
