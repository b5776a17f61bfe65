/* A request whose caller waits for it, while no other is outstanding: it goes on as if the call that began it waited,
 * in a straight line (straight.h).
 */
#include "engine/straight.h"

/* Does nothing else need to be looked after? While windows are held there is a wildcard, a send or an operation. */
static bool is_only_receive(const struct weft_request *request)
{
    return weft_engine.held == 0 && request->envelope.rank != WEFT_ANY &&
           weft_engine.traffic[request->envelope.rank].posted == 1;
}

/* Is it the only one whose message has met its receive? */
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

/* A send that was discarded is never the one waited for: its handle is gone. */
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
