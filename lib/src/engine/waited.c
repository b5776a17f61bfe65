/* A posted receive whose caller waits for it: where the message can meet no other receive first, it is received as if
 * the call had just begun, on the fast path.
 */
#include "engine/state.h"

#include "fast_path.h"

/* Is it the only receive from its rank, of a small message with a plain label? While windows are held there is another
 * one, or a send, that has to be looked after. */
static bool is_alone(const struct weft_request *request)
{
    const struct weft_envelope *const wanted = &request->envelope;
    return request->phase == WEFT_RECEIVE_MATCH && !request->layout && wanted->rank != WEFT_ANY &&
           wanted->length <= WEFT_LINK_BLOCK && (uint32_t)wanted->tag < WEFT_LABEL_TAGS &&
           wanted->context < WEFT_LABEL_CONTEXTS && weft_engine.held == 0 &&
           weft_engine.traffic[wanted->rank].posted == 1;
}

void weft_receive_waited(struct weft_request *request)
{
    uint32_t length;
    if (WEFT_SMALL || !is_alone(request)) {
        return;
    }
    const struct weft_envelope wanted = request->envelope;
    weft_request_leave(request);
    if (weft_fast_receive(request->buffer.to, wanted.length, (uint32_t)wanted.rank, wanted.context,
                          (uint32_t)wanted.tag, &length)) {
        request->total = request->envelope.length = length;
    } else {
        weft_request_enter(request, WEFT_RECEIVE_MATCH);
    }
}
