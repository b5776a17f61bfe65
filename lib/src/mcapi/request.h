/* Requests of a program, and the notes by which some of them ask other nodes. */
#ifndef WEFT_MCAPI_REQUEST_H
#define WEFT_MCAPI_REQUEST_H

#include <mcapi.h>

#include "engine/engine.h"
#include "mcapi/endpoint.h"

/* What the libraries of two nodes tell each other, and from GETS on ask. A question is answered with ANSWERS. */
enum weft_mcapi_what {
    WEFT_MCAPI_NOTHING,
    WEFT_MCAPI_ANSWERS,
    WEFT_MCAPI_RELEASES, /* an endpoint that it got */
    WEFT_MCAPI_OPENS,
    WEFT_MCAPI_CLOSES,
    WEFT_MCAPI_HAS_NEW, /* endpoint: who got none may ask again */
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
    weft_rank node;          /* of a question and its answer: who asks, */
    mcapi_request_t request; /* and for which request */
    mcapi_endpoint_t to;     /* of an answer: what was asked for */
    mcapi_endpoint_t from;
    uint32_t attributes;
};

/* What a request of a program is for. */
enum weft_mcapi_kind {
    WEFT_MCAPI_UNUSED,
    WEFT_MCAPI_LEFT_OVER, /* from before the node's end; free once the engine is done with it */
    WEFT_MCAPI_ENDED,     /* and not released: tested or cancelled. Its place is reused when there is no other */
    WEFT_MCAPI_DONE,      /* has ended well, with `total` bytes moved: there is nothing more to find out */
    WEFT_MCAPI_SEND,
    WEFT_MCAPI_SEND_PACKET, /* that nothing has been sent of: there is no credit (armed.h) */
    WEFT_MCAPI_RECEIVE_MESSAGE,
    WEFT_MCAPI_RECEIVE_PACKET,
    WEFT_MCAPI_AWAIT_SCALAR,
    WEFT_MCAPI_ASKS,
    WEFT_MCAPI_OPENS_CHANNEL,
    WEFT_MCAPI_SAYS, /* that a channel is closed, an endpoint released */
};

/* A request. One that cannot begin yet is in the list of those that wait; the engine's own field for its lists serves
 * for that. */
struct weft_mcapi_request {
    struct weft_request engine;
    union {
        struct weft_mcapi_note note; /* of one that asks, opens or closes */
        struct {
            mcapi_endpoint_t endpoint;
            uint32_t room;
            void *buffer;
        } receive;
    };
    void *out;              /* where the program is given a handle or a buffer in the end; null if not used */
    mcapi_request_t handle; /* its place, and above that what tells it from those that were there before */
    uint8_t kind;           /* enum weft_mcapi_kind */
    uint8_t code; /* how it ended, as far as the engine does not know; of one that asks, MCAPI_PENDING before */
    bool dormant; /* has asked for an endpoint that is not there yet */
};
_Static_assert(WEFT_MCAPI_REQUESTS >= 3 && WEFT_MCAPI_REQUESTS <= 255, "WEFT_MCAPI_REQUESTS must be 3 to 255");

/* Those that the program has handles of, and behind them the one of the call that waits. Whoever is given the address
 * of that one's handle for a request's begins what the call then waits for with weft_mcapi_await(). */
extern WEFT_PER_RANK struct weft_mcapi_request weft_mcapi_requests[WEFT_MCAPI_REQUESTS + 1];
#define WEFT_MCAPI_OWN (&weft_mcapi_requests[WEFT_MCAPI_REQUESTS])
#define WEFT_MCAPI_WAITS (&WEFT_MCAPI_OWN->handle)
#define WEFT_MCAPI_FOR_EACH_REQUEST(request)                                                                           \
    for (struct weft_mcapi_request *request = weft_mcapi_requests; request <= WEFT_MCAPI_OWN; request++)

/* Where the request with a handle is, if there is one: a handle that is none can lead beyond the last. */
#define WEFT_MCAPI_PLACE_BITS 8
static inline struct weft_mcapi_request *weft_mcapi_request_at(mcapi_request_t handle)
{
    struct weft_mcapi_request *const first = weft_mcapi_requests;
    return first + (handle & ((1u << WEFT_MCAPI_PLACE_BITS) - 1));
}

/* Another handle than the last one of that place. */
static inline mcapi_request_t weft_mcapi_next_handle(const struct weft_mcapi_request *request)
{
    const uint32_t place = (uint32_t)(request - weft_mcapi_requests);
    return (request->handle + (1u << WEFT_MCAPI_PLACE_BITS)) | WEFT_MCAPI_VALID | place;
}

#endif
