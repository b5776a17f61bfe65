/* Sending of packets into armed buffers, or by the engine in between; see armed.h. */
#include "mcapi/armed.h"

#if WEFT_MCAPI_HAS_ARMED

/* Returns the first send that waits for credit: such sends go before others. */
static struct weft_mcapi_request *first_waiting(void)
{
    struct weft_node *node = weft_mcapi_waiting.first;
    while (node && ((struct weft_mcapi_request *)node)->kind != WEFT_MCAPI_SEND_PACKET) {
        node = node->next;
    }
    return (struct weft_mcapi_request *)node;
}

static struct weft_envelope envelope_of(uint32_t size)
{
    return (struct weft_envelope){
        .rank = weft_mcapi_node_of(weft_mcapi_armed_out.peer),
        .tag = (int32_t)weft_mcapi_port_of(weft_mcapi_armed_out.peer),
        .context = WEFT_MCAPI_CHANNEL,
        .length = size,
    };
}

/* Would the engine send a packet at once? This must be known first: the mark that announces it cannot be taken back. */
static bool is_taken_by_engine(const struct weft_envelope *envelope)
{
    return weft_engine.traffic[envelope->rank].queued == 0 &&
           (envelope->length > WEFT_LINK_BLOCK || weft_self()->peers[envelope->rank].credits > 0);
}

static void is_sent(struct weft_mcapi_request *request, uint32_t size)
{
    request->engine.phase = WEFT_DONE;
    request->engine.total = size;
}

bool weft_mcapi_armed_try(struct weft_mcapi_request *request)
{
    const void *const buffer = request->receive.buffer;
    const struct weft_envelope envelope = envelope_of(request->receive.room);
    const bool is_first = first_waiting() == request;
    const bool sent = is_first && weft_armed_send_other(buffer, (uint32_t)envelope.length, false);
    const bool can = sent || (is_first && is_taken_by_engine(&envelope));
    weft_armed_to.is_awaited = !can;
    if (!can) {
        return false;
    }
    weft_mcapi_leave(request);
    request->kind = WEFT_MCAPI_SEND;
    if (sent) {
        is_sent(request, (uint32_t)envelope.length);
    } else {
        weft_armed_send_by_engine();
        weft_mcapi_send_start(&request->engine, buffer, &envelope);
    }
    return true;
}

static enum mcapi_status_codes send_by_request(const struct weft_mcapi_endpoint *end, const void *buffer, uint32_t size,
                                               mcapi_request_t *handle)
{
    const struct weft_mcapi_made made = weft_mcapi_request_new(WEFT_MCAPI_SEND_PACKET, handle);
    if (!made.request) {
        return made.code;
    }
    made.request->receive.endpoint = end->handle;
    made.request->receive.room = size;
    made.request->receive.buffer = (void *)(uintptr_t)buffer;
    made.request->engine.envelope = envelope_of(size);
    made.request->engine.phase = WEFT_SEND_BLOCK;
    weft_mcapi_armed_forget(true, false);
    weft_mcapi_begin(made.request);
    return handle == WEFT_MCAPI_WAITS ? weft_mcapi_await(end->timeout, NULL) : MCAPI_SUCCESS;
}

static enum mcapi_status_codes send_and_wait(const struct weft_mcapi_endpoint *end, const void *buffer, uint32_t size)
{
    const struct weft_envelope envelope = envelope_of(size);
    if (weft_armed_send_other(buffer, size, true)) {
        return MCAPI_SUCCESS;
    }
    if (weft_mcapi_has_no_room(end, &envelope, true)) {
        return MCAPI_ERR_MEM_LIMIT;
    }
    weft_armed_send_by_engine();
    return weft_mcapi_send_on(end, buffer, size, WEFT_MCAPI_WAITS);
}

enum mcapi_status_codes weft_mcapi_armed_send(const struct weft_mcapi_endpoint *end, const void *buffer, uint32_t size,
                                              mcapi_request_t *handle)
{
    WEFT_REFUSE_IF((end->state & WEFT_MCAPI_PEER_CLOSED) != 0, CHAN_NOTOPEN);
    if (handle != WEFT_MCAPI_WAITS || first_waiting() || end->timeout != MCAPI_TIMEOUT_INFINITE) {
        return send_by_request(end, buffer, size, handle);
    }
    return send_and_wait(end, buffer, size);
}

void weft_mcapi_armed_keep_to(mca_uint32_t handle)
{
    const struct weft_mcapi_endpoint *const end = weft_mcapi_entry(handle);
    const uint32_t states = end->state & (WEFT_MCAPI_OPEN | WEFT_MCAPI_PEER_CLOSED);
    if (end->handle == handle && weft_mcapi_is_pair(end, &weft_mcapi_armed_out) && states == WEFT_MCAPI_OPEN &&
        weft_mcapi.running && !first_waiting()) {
        weft_mcapi_armed_last.to = handle;
    }
}

bool weft_mcapi_send_armed_other(mca_uint32_t handle, const void *buffer, size_t size)
{
    const bool sent = weft_mcapi_armed_last.to == handle && buffer && size <= WEFT_MCAPI_PACKET_BYTES &&
                      size <= weft_mcapi_get(weft_mcapi_entry(handle)->attributes, WEFT_MCAPI_MAX_PAYLOAD) &&
                      weft_armed_send_other(buffer, (uint32_t)size, true);
    if (sent) {
        weft_armed_prepare(weft_mcapi_armed_name(handle));
    }
    return sent;
}

#endif
