/* The receiver's side: a receive finds its message in the unexpected queue, or the message finds it. */
#include "engine/steps.h"

#include "arch/copy.h"

void weft_move(const struct weft_request *request, uint32_t offset, void *bytes, uint32_t length, bool in)
{
    uint8_t *const buffer = request->buffer.to;
    if (request->layout) {
        request->layout->move(request->layout, buffer, offset, bytes, length, in);
    } else {
        weft_copy(in ? buffer + offset : bytes, in ? bytes : buffer + offset, length);
    }
}

/* A message of this rank to itself that waits at its send: through the bounce buffer where either side is in pieces. */
static void receive_own(struct weft_request *request, uint32_t cookie)
{
    struct weft_request *const send = weft_find_waiting(WEFT_SEND_AWAIT, cookie);
    uint32_t length;
    for (uint32_t moved = 0; moved < request->total; moved += length) {
        length = weft_smaller(request->total - moved, WEFT_BOUNCE);
        weft_move(send, moved, weft_store.incoming, length, false);
        weft_move(request, moved, weft_store.incoming, length, true);
    }
    weft_tell_received(request, 0);
    weft_request_leave(send);
}

static void await_data(struct weft_request *request)
{
    weft_tell_received(request, request->total);
    if (request->total > 0) {
        weft_request_enter(request, WEFT_RECEIVE_DATA);
    }
}

void weft_receive_accept(struct weft_request *request, struct weft_message *message)
{
    const int32_t rank = message->envelope.rank;
    bool is_announced = false;
    weft_receive_matched(request, &message->envelope);
    request->cookie = message->cookie;
    request->phase = WEFT_DONE;
    if (message->data) {
        weft_move(request, 0, (void *)(uintptr_t)message->data, request->total, true);
        weft_tell_received(request, 0);
        weft_credit_consumed(rank);
    } else if (weft_is_self(rank)) {
        receive_own(request, message->cookie);
    } else {
        is_announced = true;
    }
    weft_message_free(message);
    if (!WEFT_SMALL && is_announced && weft_send_cts(request)) {
        await_data(request);
    } else if (is_announced) {
        weft_request_enter(request, WEFT_RECEIVE_CTS);
        if (WEFT_SMALL) {
            weft_receive_advance(request);
        }
    }
}

void weft_receive_start(struct weft_request *request, void *buffer, const struct weft_layout *layout,
                        const struct weft_envelope *envelope)
{
    request->envelope = *envelope;
    weft_receive_prepare(request, buffer, layout, envelope->length);
    struct weft_message *const message = weft_find_kept(envelope);
    if (message) {
        weft_message_unlink(message);
        weft_receive_accept(request, message);
    } else {
        weft_request_enter(request, WEFT_RECEIVE_MATCH);
    }
}

void weft_receive_message(struct weft_request *request, void *buffer, const struct weft_layout *layout, uint32_t room,
                          struct weft_message *message)
{
    weft_receive_prepare(request, buffer, layout, room);
    weft_receive_accept(request, message);
}

bool weft_receive_advance(struct weft_request *request)
{
    const bool taken = weft_send_cts(request);
    if (taken) {
        weft_request_leave(request);
        await_data(request);
    }
    return taken;
}

bool weft_receive_withdraw(struct weft_request *request)
{
    const bool unmatched = request->phase == WEFT_RECEIVE_MATCH;
    if (unmatched) {
        weft_request_leave(request);
    }
    return unmatched;
}
