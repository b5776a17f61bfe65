/* The receiver's side: a receive finds its message in the unexpected queue, or the message finds it. */
#include "engine/steps.h"

#include "copy.h"

void weft_receive_accept(struct weft_request *request, struct weft_slot *slot)
{
    weft_receive_matched(request, &slot->envelope);
    if (slot->data) {
        weft_copy(request->buffer.to, slot->data, request->total);
        weft_credit_consumed(slot->envelope.rank);
        weft_request_end(request);
        weft_slot_free(slot);
        return;
    }
    request->cookie = slot->block.announcement.cookie;
    request->phase = WEFT_RECEIVE_GRANT;
    weft_slot_free(slot);
    weft_receive_advance(request);
}

void weft_receive_start(struct weft_request *request, void *buffer, const struct weft_envelope *envelope)
{
    weft_receive_prepare(request, buffer, envelope);
    weft_request_begin(request, WEFT_RECEIVE_MATCH);
    struct weft_slot *const slot = weft_find_kept(envelope);
    if (slot) {
        weft_slot_unlink(slot);
        weft_receive_accept(request, slot);
    }
}

bool weft_receive_advance(struct weft_request *request)
{
    const uint32_t fragment = weft_link_direct(request->buffer.to) ? WEFT_LINK_STREAM : WEFT_BOUNCE;
    const struct weft_grant grant = {request->cookie, request->total, fragment};
    const bool taken = weft_grant(request->envelope.rank, &grant);
    if (taken) {
        request->phase = WEFT_RECEIVE_DATA;
    }
    if (taken && request->total == 0) {
        weft_request_end(request);
    }
    return taken;
}

void weft_receive_abandon(struct weft_request *request)
{
    if (request->phase == WEFT_RECEIVE_MATCH) {
        weft_request_end(request);
    }
    weft_wait(request);
}
