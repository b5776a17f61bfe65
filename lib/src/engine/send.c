/* The sender's side: eager, rendezvous, and to oneself. */
#include "engine/steps.h"

#include "copy.h"

static uint8_t *outgoing(void)
{
    return (uint8_t *)weft_engine.outgoing;
}

static bool has_plain_label(const struct weft_envelope *envelope)
{
    return envelope->context < WEFT_LABEL_CONTEXTS && (uint32_t)envelope->tag < WEFT_LABEL_TAGS;
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
        weft_copy(receive->buffer.to, buffer, receive->total);
        weft_request_end(receive);
        return true;
    }
    if (envelope->length > WEFT_LINK_BLOCK || !weft_credit_spend(envelope->rank)) {
        return false;
    }
    struct weft_slot *const slot = weft_slot_take();
    slot->envelope = *envelope;
    slot->data = slot->block.words;
    weft_copy(slot->block.words, buffer, envelope->length);
    weft_slot_keep(slot);
    return true;
}

bool weft_send_start(struct weft_request *request, const void *buffer, const struct weft_envelope *envelope)
{
    weft_send_prepare(request, buffer, envelope);
    if (envelope->rank == weft_self()->rank) {
        request->phase = WEFT_DONE;
        return send_to_self(request->buffer.from, envelope);
    }
    const bool eager = fits_block(envelope) && weft_credit_spend(envelope->rank);
    weft_request_begin(request, eager ? WEFT_SEND_BLOCK : WEFT_SEND_ANNOUNCE);
    weft_send_advance(request);
    return true;
}

/* The next `length` bytes where the link can read them: in place, or copied to the bounce buffer. */
static const void *reachable(const struct weft_request *request, uint32_t length)
{
    const uint8_t *const from = request->buffer.from + request->moved;
    if (weft_link_direct(from)) {
        return from;
    }
    weft_copy(outgoing(), from, length);
    return outgoing();
}

static bool try_plain(const struct weft_request *request)
{
    const struct weft_envelope *const envelope = &request->envelope;
    const weft_word label = weft_label(envelope->context, (uint32_t)envelope->tag);
    return weft_link_try_send(node_of(request), label, reachable(request, request->total), request->total);
}

static bool try_escaped(const struct weft_request *request)
{
    union weft_block block;
    block.eager = (struct weft_eager_head){request->envelope.tag, request->envelope.context};
    weft_copy(&block.eager + 1, request->buffer.from, request->total);
    return weft_link_try_send(node_of(request), WEFT_LABEL_EAGER, &block,
                              (uint32_t)sizeof block.eager + request->total);
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
    const bool taken = weft_announce(&request->envelope, request->cookie);
    if (taken) {
        request->phase = WEFT_SEND_AWAIT;
    }
    return taken;
}

/* Has this rank promised a peer to take its data? Then it may not sleep in a stream of its own: in a ring of ranks that
 * all send and receive at once, each would wait for the next. */
static bool has_promised(void)
{
    const struct weft_request *request = weft_engine.requests;
    while (request && request->phase != WEFT_RECEIVE_DATA) {
        request = request->next;
    }
    return request != NULL;
}

/* The length of the next piece, if the link takes at most `limit` bytes at once. */
static uint32_t piece(const struct weft_request *request, uint32_t limit)
{
    const bool direct = weft_link_direct(request->buffer.from + request->moved);
    return weft_smaller(request->total - request->moved, weft_smaller(request->fragment, direct ? limit : WEFT_BOUNCE));
}

void weft_send_stream(struct weft_request *request)
{
    const uint32_t node = node_of(request);
    while (request->moved < request->total) {
        const uint32_t length = piece(request, WEFT_LINK_STREAM);
        const void *const data = reachable(request, length);
        const struct weft_envelope *const envelope = &request->envelope;
        WEFT_PROBE("send", envelope->rank, envelope->tag, envelope->context, envelope->length);
        weft_link_stream(node, WEFT_LABEL_DATA, data, length);
        WEFT_PROBE_HOLD("send", envelope->rank, envelope->tag, envelope->context, envelope->length);
        request->moved += length;
    }
}

/* Sends blocks until one is refused; whether any was taken. */
static bool trickle(struct weft_request *request)
{
    const uint32_t before = request->moved;
    while (request->moved < request->total) {
        const uint32_t length = weft_smaller(piece(request, WEFT_LINK_BLOCK), WEFT_LINK_BLOCK);
        if (!weft_link_try_send(node_of(request), WEFT_LABEL_DATA, reachable(request, length), length)) {
            break;
        }
        request->moved += length;
    }
    return request->moved > before;
}

static bool send_data(struct weft_request *request)
{
    bool moved = true;
    if (has_promised()) {
        moved = trickle(request);
    } else {
        weft_send_stream(request);
    }
    if (request->moved == request->total) {
        weft_request_end(request);
    }
    return moved;
}

bool weft_send_advance(struct weft_request *request)
{
    if (request->phase == WEFT_SEND_DATA) {
        return send_data(request);
    }
    return request->phase == WEFT_SEND_ANNOUNCE ? try_announce(request) : try_block(request);
}
