/* The receiver's side: a receive finds its message in the unexpected queue, or the message finds it. */
#include "engine/state.h"

#include <string.h>

void weft_receive_matched(struct weft_request *request, const struct weft_envelope *message)
{
    const uint32_t room = request->envelope.length;
    request->truncated = message->length > room;
    request->total = request->truncated ? room : message->length;
    request->envelope = *message;
}

void weft_receive_accept(struct weft_request *request, struct weft_slot *slot)
{
    weft_receive_matched(request, &slot->envelope);
    if (slot->announced) {
        request->cookie = slot->cookie;
        request->phase = WEFT_RECEIVE_GRANT;
    } else {
        memcpy(request->buffer.to, (const uint8_t *)slot->block + slot->data, request->total);
        weft_credit_consumed(slot->envelope.rank);
        weft_request_end(request);
    }
    weft_slot_free(slot);
}

void weft_receive_start(struct weft_request *request, void *buffer, const struct weft_envelope *envelope)
{
    request->envelope = *envelope;
    request->buffer.to = envelope->length > 0 ? buffer : (uint8_t *)weft_engine.incoming;
    request->moved = 0;
    weft_request_begin(request, WEFT_RECEIVE_MATCH);
    struct weft_slot *const slot = weft_find_kept(envelope);
    if (slot) {
        weft_slot_unlink(slot);
        weft_receive_accept(request, slot);
        weft_receive_advance(request);
    }
}

bool weft_receive_advance(struct weft_request *request)
{
    if (request->phase != WEFT_RECEIVE_GRANT) {
        return false;
    }
    const uint32_t fragment = weft_link_direct(request->buffer.to) ? WEFT_LINK_STREAM : WEFT_BOUNCE;
    const struct weft_grant grant = {request->cookie, request->total, fragment};
    if (!weft_link_try_send(weft_node(request->envelope.rank), WEFT_LABEL_GRANT, &grant, (uint32_t)sizeof grant)) {
        return false;
    }
    request->phase = WEFT_RECEIVE_DATA;
    if (request->total == 0) {
        weft_request_end(request);
    }
    return true;
}
