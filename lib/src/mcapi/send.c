/* Sending, common to messages and channels: a message that the engine cannot send at once, for lack of memory at the
 * receiver, waits or fails.
 */
#include "mcapi_internal.h"

/* Has this node begun to receive a message that it would send to itself? */
static bool is_awaited(const struct weft_envelope *envelope)
{
    bool found = weft_find_receive(envelope) != NULL;
    for (const struct weft_node *node = weft_mcapi_waiting.first; node; node = node->next) {
        const struct weft_mcapi_request *const request = (const struct weft_mcapi_request *)node;
        const bool receives = request->kind == WEFT_MCAPI_RECEIVE_MESSAGE || request->kind == WEFT_MCAPI_RECEIVE_PACKET;
        found |= receives && weft_mcapi_port_of(request->receive.endpoint) == (uint32_t)envelope->tag;
    }
    return found;
}

__attribute__((noinline)) static bool has_credit(int32_t rank)
{
    weft_credit_settle(rank);
    return weft_self()->peers[rank].credits > 0;
}

/* A node that waits for itself waits forever. For another node, the endpoint's attribute decides whether to wait. */
bool weft_mcapi_has_no_room(const struct weft_mcapi_endpoint *from, const struct weft_envelope *envelope, bool waits)
{
    const bool small = envelope->length <= WEFT_LINK_BLOCK;
    const bool fails = small && weft_mcapi_get(from->attributes, WEFT_MCAPI_FAILS) != 0;
    const bool own = weft_is_self(envelope->rank) && waits;
    if (own) {
        weft_mcapi_serve(); /* first receive what has arrived already */
    }
    if ((!own && !fails) || (small && has_credit(envelope->rank))) {
        return false;
    }
    return !own || !is_awaited(envelope);
}

/* The fast path for any message. */
static bool send_block(const struct weft_envelope *envelope, const void *buffer)
{
    const uint32_t tag = (uint32_t)envelope->tag;
    return !WEFT_SMALL && envelope->length <= WEFT_LINK_BLOCK && envelope->length > 0 && tag < WEFT_LABEL_TAGS &&
           envelope->context < WEFT_LABEL_CONTEXTS &&
           weft_fast_send(buffer, (uint32_t)envelope->length, (uint32_t)envelope->rank,
                          weft_label(envelope->context, tag), envelope->context);
}

bool weft_mcapi_send_start(struct weft_request *engine, const void *buffer, const struct weft_envelope *envelope)
{
    const bool sent = send_block(envelope, buffer);
    if (sent) {
        engine->phase = WEFT_DONE;
        engine->total = envelope->length;
    } else {
        weft_send_start(engine, buffer, NULL, envelope, false);
    }
    return sent;
}

static enum mcapi_status_codes send_i(const struct weft_envelope *envelope, const void *buffer, mcapi_request_t *handle)
{
    const struct weft_mcapi_made made = weft_mcapi_request_new(WEFT_MCAPI_SEND, handle);
    if (!made.request) {
        return made.code;
    }
    if (!weft_mcapi_send_start(&made.request->engine, buffer, envelope)) {
        weft_mcapi_serve();
    }
    return MCAPI_SUCCESS;
}

/* Sends without a request of the program, if there is no timeout. */
static enum mcapi_status_codes send_and_wait(const struct weft_envelope *envelope, const void *buffer)
{
    struct weft_request request;
    if (envelope->length > WEFT_LINK_BLOCK && !weft_is_self(envelope->rank)) {
        return weft_send_large_and_ask(buffer, envelope) == 0 ? MCAPI_ERR_TRANSMISSION : MCAPI_SUCCESS;
    }
    weft_send_start(&request, buffer, NULL, envelope, false);
    weft_wait(&request);
    weft_mcapi_set_quiet(weft_mcapi_quiet && !weft_is_self(envelope->rank));
    return weft_mcapi_code_of_send(&request);
}

enum mcapi_status_codes weft_mcapi_send(const struct weft_mcapi_endpoint *from, mcapi_endpoint_t to, uint32_t context,
                                        const void *buffer, uint32_t size, mcapi_request_t *handle)
{
    const bool waits = handle == WEFT_MCAPI_WAITS;
    const struct weft_envelope envelope = {
        .rank = weft_mcapi_node_of(to),
        .tag = (int32_t)weft_mcapi_port_of(to),
        .context = context,
        .length = size,
    };
    if (waits && send_block(&envelope, buffer)) {
        return MCAPI_SUCCESS;
    }
    if (weft_mcapi_has_no_room(from, &envelope, waits)) {
        return MCAPI_ERR_MEM_LIMIT;
    }
    if (!WEFT_SMALL && waits && from->timeout == MCAPI_TIMEOUT_INFINITE) {
        return send_and_wait(&envelope, buffer);
    }
    const enum mcapi_status_codes begun = send_i(&envelope, buffer, handle);
    return waits ? weft_mcapi_await(from->timeout, NULL) : begun;
}

enum mcapi_status_codes weft_mcapi_send_on(const struct weft_mcapi_endpoint *end, const void *buffer, uint32_t size,
                                           mcapi_request_t *handle)
{
    WEFT_REFUSE_IF((end->state & WEFT_MCAPI_PEER_CLOSED) != 0, CHAN_NOTOPEN);
    return weft_mcapi_send(end, end->peer, WEFT_MCAPI_CHANNEL, buffer, size, handle);
}
