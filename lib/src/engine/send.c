/* The sender's side: eager, rendezvous, and to oneself. */
#include "engine/state.h"

#include <string.h>

static uint8_t *outgoing(void)
{
    return (uint8_t *)weft_engine.outgoing;
}

static bool has_plain_label(const struct weft_envelope *envelope)
{
    return envelope->context < WEFT_LABEL_CONTEXTS && envelope->tag < WEFT_LABEL_TAGS;
}

static bool fits_block(const struct weft_envelope *envelope)
{
    return envelope->length <= (has_plain_label(envelope) ? WEFT_LINK_BLOCK : WEFT_EAGER_ESCAPED);
}

static uint32_t node_of(const struct weft_request *request)
{
    return weft_node(request->envelope.rank);
}

/* Delivers a message of this rank to itself: to a receive under way, or to a slot. */
static bool send_to_self(const void *buffer, const struct weft_envelope *envelope)
{
    struct weft_request *const receive = weft_find_receive(envelope);
    if (receive) {
        weft_receive_matched(receive, envelope);
        memcpy(receive->buffer.to, buffer, receive->total);
        weft_request_end(receive);
        return true;
    }
    if (envelope->length > WEFT_LINK_BLOCK || !weft_credit_spend(envelope->rank)) {
        return false;
    }
    struct weft_slot *const slot = weft_slot_take();
    slot->envelope = *envelope;
    slot->announced = false;
    slot->data = 0;
    memcpy(slot->block, buffer, envelope->length);
    weft_slot_keep(slot);
    return true;
}

bool weft_send_start(struct weft_request *request, const void *buffer, const struct weft_envelope *envelope)
{
    request->envelope = *envelope;
    request->buffer.from = envelope->length > 0 ? buffer : outgoing();
    request->total = envelope->length;
    request->moved = 0;
    if (envelope->rank == weft_self()->rank) {
        request->phase = WEFT_DONE;
        return send_to_self(request->buffer.from, envelope);
    }
    const bool eager = fits_block(envelope) && weft_credit_spend(envelope->rank);
    request->cookie = ++weft_engine.cookies;
    weft_request_begin(request, eager ? WEFT_SEND_BLOCK : WEFT_SEND_ANNOUNCE);
    weft_send_advance(request);
    return true;
}

/* The bytes from `offset` on where the link can read them: in place, or copied to the bounce buffer. */
static const void *reachable(const struct weft_request *request, uint32_t offset, uint32_t length)
{
    const uint8_t *const from = request->buffer.from + offset;
    return weft_link_direct(from) ? from : memcpy(outgoing(), from, length);
}

static bool try_plain(const struct weft_request *request)
{
    const struct weft_envelope *const envelope = &request->envelope;
    const uint32_t label = weft_label(envelope->context, (uint32_t)envelope->tag);
    return weft_link_try_send(node_of(request), label, reachable(request, 0, request->total), request->total);
}

static bool try_escaped(const struct weft_request *request)
{
    const struct weft_eager_head head = {request->envelope.tag, request->envelope.context};
    memcpy(outgoing(), &head, sizeof head);
    memcpy(outgoing() + sizeof head, request->buffer.from, request->total);
    return weft_link_try_send(node_of(request), WEFT_LABEL_EAGER, outgoing(), (uint32_t)sizeof head + request->total);
}

static bool try_block(struct weft_request *request)
{
    const bool taken = has_plain_label(&request->envelope) ? try_plain(request) : try_escaped(request);
    if (taken) {
        weft_request_end(request);
    }
    return taken;
}

static bool try_announce(struct weft_request *request)
{
    const struct weft_envelope *const envelope = &request->envelope;
    const struct weft_announcement announcement = {envelope->tag, envelope->context, envelope->length, request->cookie};
    const bool taken =
        weft_link_try_send(node_of(request), WEFT_LABEL_ANNOUNCE, &announcement, (uint32_t)sizeof announcement);
    if (taken) {
        request->phase = WEFT_SEND_AWAIT;
    }
    return taken;
}

/* Has this rank promised a peer to take its data? Then it may not sleep in a stream of its own: in a ring of ranks that all
 * send and receive at once, each would wait for the next. */
static bool has_promised(void)
{
    const struct weft_request *request = weft_engine.requests;
    while (request && request->phase != WEFT_RECEIVE_DATA) {
        request = request->next;
    }
    return request != NULL;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Sends the next piece: one block that may be refused, or as much as the receiver takes at once. */
static bool send_piece(struct weft_request *request)
{
    const bool direct = weft_link_direct(request->buffer.from + request->moved);
    const bool whole = !has_promised();
    const uint32_t limit = whole ? (direct ? WEFT_LINK_STREAM : WEFT_BOUNCE) : WEFT_LINK_BLOCK;
    const uint32_t length = smaller(request->total - request->moved, smaller(limit, request->fragment));
    const void *const data = reachable(request, request->moved, length);
    const int32_t rank = request->envelope.rank;
    const int32_t tag = request->envelope.tag;
    if (whole) {
        WEFT_PROBE("send", rank, tag, request->envelope.context, request->total);
        weft_link_stream(node_of(request), WEFT_LABEL_DATA, data, length);
        WEFT_PROBE_HOLD(rank, tag, request->envelope.context, request->total);
    } else if (!weft_link_try_send(node_of(request), WEFT_LABEL_DATA, data, length)) {
        return false;
    }
    request->moved += length;
    return true;
}

static bool send_data(struct weft_request *request)
{
    bool moved = false;
    while (request->moved < request->total && send_piece(request)) {
        moved = true;
    }
    if (request->moved == request->total) {
        weft_request_end(request);
        return true;
    }
    return moved;
}

bool weft_send_advance(struct weft_request *request)
{
    switch (request->phase) {
    case WEFT_SEND_BLOCK:
        return try_block(request);
    case WEFT_SEND_ANNOUNCE:
        return try_announce(request);
    case WEFT_SEND_DATA:
        return send_data(request);
    default:
        return false;
    }
}
