/* Waits for a request while no other is outstanding: continues in straight-line code (straight.h), as if the call that
 * started the request had been a blocking one. */
#include "engine/straight.h"

/* Is this receive all that the engine has to serve? If windows are held, there is a wildcard receive, a send or an
 * operation. */
static bool is_only_receive(const struct weft_request *request)
{
    return weft_engine.held == 0 && request->envelope.rank != WEFT_ANY &&
           weft_engine.traffic[request->envelope.rank].posted == 1;
}

/* Is this the only request past matching? */
static inline bool is_only_waiting(const struct weft_request *request)
{
    return weft_engine.waiting.first == &request->node && !request->node.next && !weft_engine.sending.first &&
           !weft_engine.also && weft_is_direct(request);
}

bool weft_receive_reclaim(struct weft_request *request)
{
    const bool alone =
        !WEFT_SMALL && request->phase == WEFT_RECEIVE_MATCH && !request->layout && is_only_receive(request);
    if (alone) {
        weft_request_leave(request);
    }
    return alone;
}

/* A discarded send never gets here: its handle no longer exists. */
void weft_waited(struct weft_request *request)
{
    const enum weft_phase phase = request->phase;
    if (WEFT_SMALL || request->layout) {
        return;
    }
    if (phase == WEFT_SEND_AWAIT && is_only_waiting(request)) {
        weft_request_alone_leave(request);
        send_after_rts(request, true);
    } else if (phase == WEFT_RECEIVE_DATA && is_only_waiting(request)) {
        weft_request_leave(request);
        receive_data(request);
    }
}
