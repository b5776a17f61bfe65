/* The receiver's side: a receive takes its message from the unexpected queue, or is posted until its message arrives.
 */
#include "engine/steps.h"

#include "arch/copy.h"

void weft_move(const struct weft_request *request, weft_length offset, void *bytes, weft_length length, bool in)
{
    uint8_t *const buffer = request->buffer.to;
    if (request->layout) {
        request->layout->move(request->layout, buffer, offset, bytes, length, in);
    } else {
        weft_copy(in ? buffer + offset : bytes, in ? bytes : buffer + offset, length);
    }
}

/* Receives a message of this rank to itself whose data are still in the send buffer. The bounce buffer is between them,
 * since either side may have a layout. */
__attribute__((cold)) static void receive_own(struct weft_request *request, uint32_t cookie)
{
    struct weft_request *const send = weft_find_waiting(WEFT_SEND_AWAIT, cookie);
    weft_length length;
    for (weft_length moved = 0; moved < request->total; moved += length) {
        length = weft_smaller(request->total - moved, WEFT_BOUNCE);
        weft_move(send, moved, weft_store.incoming, length, false);
        weft_move(request, moved, weft_store.incoming, length, true);
    }
    weft_tell_received(request, 0);
    weft_request_leave(send);
}

/* Offers the link the CTS of a receive that has matched an RTS. Returns whether the link accepted it. */
static bool send_cts(const struct weft_request *request)
{
    const bool direct = weft_is_direct(request);
    return weft_clear_to_send(request->envelope.rank, request->cookie, request->total,
                              direct ? weft_link_piece(weft_clamped(request->total)) : WEFT_BOUNCE,
                              direct ? request->buffer.to : NULL);
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
    weft_receive_matched(request, &message->envelope);
    request->cookie = message->cookie;
    request->phase = WEFT_DONE;
    if (message->data) {
        const void *data = message->data;
        if (weft_is_left(&message->envelope)) {
            data = weft_store.incoming;
            weft_link_fetch(weft_node_of(rank), weft_store.incoming, (uint32_t)message->envelope.length);
        }
        weft_move(request, 0, (void *)(uintptr_t)data, request->total, true);
        weft_tell_received(request, 0);
        weft_credit_consumed(rank);
    } else if (weft_is_self(rank)) {
        receive_own(request, message->cookie);
    } else {
        request->phase = WEFT_RECEIVE_CTS;
    }
    weft_message_free(message);
    if (request->phase == WEFT_DONE) {
        return;
    }
    if (!WEFT_SMALL && send_cts(request)) {
        request->phase = WEFT_DONE;
        await_data(request);
    } else {
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

void weft_receive_begin(struct weft_request *request, void *buffer, int32_t rank, int32_t tag, uint32_t context,
                        weft_length length)
{
    if (weft_engine.kept.first) {
        const struct weft_envelope envelope = {rank, tag, context, length};
        weft_receive_start(request, buffer, NULL, &envelope);
        return;
    }
    request->envelope.rank = rank;
    request->envelope.tag = tag;
    request->envelope.context = context;
    weft_receive_prepare(request, buffer, NULL, length);
    weft_receive_post(request);
}

WEFT_CALLED void weft_receive_message(struct weft_request *request, void *buffer, const struct weft_layout *layout,
                                      weft_length room, struct weft_message *message)
{
    weft_receive_prepare(request, buffer, layout, room);
    weft_receive_accept(request, message);
}

bool weft_receive_advance(struct weft_request *request)
{
    const bool taken = send_cts(request);
    if (taken) {
        weft_request_leave(request);
        await_data(request);
    }
    return taken;
}

void weft_receive_give_up(struct weft_request *request)
{
    weft_request_leave(request);
#ifdef WEFT_LINK_EXPECTS_DATA
    weft_link_expect_not(weft_node_of(request->envelope.rank), request->buffer.to);
#endif
}

bool weft_receive_withdraw(struct weft_request *request)
{
    const bool unmatched = request->phase == WEFT_RECEIVE_MATCH;
    if (unmatched) {
        weft_request_leave(request);
    }
    return unmatched;
}
