/* A request whose caller waits for it, while no other is outstanding: it goes on as if the call that began it waited,
 * on the fast path or in a straight line (straight.h).
 */
#include "engine/straight.h"

#include "fast_path.h"

/* Does nothing else need to be looked after? While windows are held there is a wildcard, a send or an operation. */
static bool is_only_receive(const struct weft_request *request)
{
    return weft_engine.held == 0 && request->envelope.rank != WEFT_ANY &&
           weft_engine.traffic[request->envelope.rank].posted == 1;
}

/* Is it the only one whose message has met its receive? */
static bool is_only_waiting(const struct weft_request *request)
{
    return weft_engine.waiting.first == &request->node && !request->node.next && !weft_engine.sending.first &&
           !weft_engine.also && weft_is_direct(request);
}

static bool receive_fast(struct weft_request *request)
{
    const struct weft_envelope wanted = request->envelope;
    weft_length length;
    if (wanted.length > WEFT_FAST_TAKES || !weft_has_plain_label(&wanted) ||
        !weft_fast_receive(request->buffer.to, (uint32_t)wanted.length, (uint32_t)wanted.rank, wanted.context,
                           (uint32_t)wanted.tag, &length)) {
        return false;
    }
    request->total = request->envelope.length = length;
    return true;
}

/* It leaves the list of posted receives: no other one is for messages of its rank. */
static void receive_alone(struct weft_request *request)
{
    weft_request_leave(request);
    if (receive_fast(request)) {
        return;
    }
    if (weft_is_quiet() && weft_is_direct(request)) {
        receive_straight(request);
    } else {
        weft_request_enter(request, WEFT_RECEIVE_MATCH);
    }
}

void weft_waited(struct weft_request *request)
{
    const enum weft_phase phase = request->phase;
    if (WEFT_SMALL || request->layout) {
        return;
    }
    if (phase == WEFT_RECEIVE_MATCH && is_only_receive(request)) {
        receive_alone(request);
    } else if (phase == WEFT_SEND_AWAIT && is_only_waiting(request) && !weft_send_is_discarded(request)) {
        weft_request_leave(request);
        send_after_rts(request, true);
    } else if (phase == WEFT_RECEIVE_DATA && is_only_waiting(request)) {
        weft_request_leave(request);
        receive_data(request);
    }
}
