/* Messages (MCAPI 2.015, section "Messages").
 *
 * The short way: a small message goes from buffer to link, and from link to the buffer of a receive that waits for it,
 * when nothing else is under way that could come first.
 */
#include "quick.h"

/* The oldest of the highest priority that has come for a port, or null. */
static struct weft_message *find_best(uint32_t port)
{
    struct weft_message *best = NULL;
    for (struct weft_node *node = weft_engine.kept.first; node; node = node->next) {
        struct weft_message *const message = (struct weft_message *)node;
        const uint32_t context = message->envelope.context;
        if (context - WEFT_MCAPI_MESSAGE < WEFT_MCAPI_ALL_PRIORITIES && (uint32_t)message->envelope.tag == port &&
            (!best || context < best->envelope.context)) {
            best = message;
        }
    }
    return best;
}

bool weft_mcapi_try_message(struct weft_mcapi_request *request)
{
    struct weft_message *const message = find_best(weft_mcapi_port_of(request->receive.endpoint));
    if (message) {
        weft_mcapi_leave(request);
        weft_message_unlink(message);
        weft_receive_message(&request->engine, request->receive.buffer, NULL, request->receive.room, message);
    }
    return message != NULL;
}

static enum mcapi_status_codes check_send(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                                          mcapi_priority_t priority, struct weft_mcapi_endpoint **endpoint)
{
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF(!weft_mcapi_is_endpoint(to), ENDP_INVALID);
    WEFT_MCAPI_TRY(weft_mcapi_find(from, endpoint));
    const struct weft_mcapi_endpoint *const own = weft_mcapi_own(to);
    WEFT_REFUSE_IF((((*endpoint)->state | (own ? own->state : 0)) & WEFT_MCAPI_CONNECTED) != 0, CHAN_CONNECTED);
    WEFT_REFUSE_IF(!buffer && size > 0, PARAMETER);
    WEFT_REFUSE_IF(priority >= weft_mcapi_get((*endpoint)->attributes, WEFT_MCAPI_PRIORITIES), PRIORITY);
    WEFT_REFUSE_IF(size > weft_mcapi_get((*endpoint)->attributes, WEFT_MCAPI_MAX_PAYLOAD), MSG_SIZE);
    return MCAPI_SUCCESS;
}

__attribute__((noinline)) static enum mcapi_status_codes send(mcapi_endpoint_t from, mcapi_endpoint_t to,
                                                              const void *buffer, size_t size,
                                                              mcapi_priority_t priority, bool waits,
                                                              mcapi_request_t *request)
{
    struct weft_mcapi_endpoint *endpoint;
    WEFT_MCAPI_TRY(check_send(from, to, buffer, size, priority, &endpoint));
    const struct weft_envelope envelope = {
        .rank = weft_mcapi_node_of(to),
        .tag = (int32_t)weft_mcapi_port_of(to),
        .context = WEFT_MCAPI_MESSAGE + priority,
        .length = (uint32_t)size,
    };
    return weft_mcapi_send(endpoint, &envelope, buffer, waits, request);
}

void mcapi_msg_send_i(const mcapi_endpoint_t send_endpoint, const mcapi_endpoint_t receive_endpoint, const void *buffer,
                      const size_t buffer_size, const mcapi_priority_t priority, mcapi_request_t *request,
                      mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, send(send_endpoint, receive_endpoint, buffer, buffer_size, priority, false, request));
}

/* The gate of another node that runs is open if nothing waits to be sent to it and there is credit. */
static bool send_quickly(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                         mcapi_priority_t priority)
{
    const uint32_t place = weft_mcapi_place_of(from) % WEFT_MCAPI_ENDPOINTS;
    const uint32_t rank = (uint32_t)weft_mcapi_node_of(to);
    const uint32_t port = weft_mcapi_port_of(to);
    const bool plain = weft_mcapi.endpoints[place].plain == from && (from & to & WEFT_MCAPI_VALID) != 0 &&
                       rank < WEFT_PEERS && port < WEFT_LABEL_TAGS;
    return WEFT_LIKELY(plain && size <= WEFT_LINK_BLOCK && priority <= 1 && buffer) &&
           weft_fast_send(buffer, (uint32_t)size, rank, weft_label(WEFT_MCAPI_MESSAGE + priority, port));
}

void mcapi_msg_send(const mcapi_endpoint_t send_endpoint, const mcapi_endpoint_t receive_endpoint, const void *buffer,
                    const size_t buffer_size, const mcapi_priority_t priority, mcapi_status_t *mcapi_status)
{
    const bool sent = !WEFT_SMALL && send_quickly(send_endpoint, receive_endpoint, buffer, buffer_size, priority);
    weft_mcapi_tell(mcapi_status, WEFT_LIKELY(sent) ? MCAPI_SUCCESS
                                                    : send(send_endpoint, receive_endpoint, buffer, buffer_size,
                                                           priority, true, NULL));
}

static enum mcapi_status_codes check_receive(mcapi_endpoint_t handle, const void *buffer, size_t size,
                                             struct weft_mcapi_endpoint **endpoint)
{
    WEFT_MCAPI_TRY(weft_mcapi_find(handle, endpoint));
    WEFT_REFUSE_IF(((*endpoint)->state & WEFT_MCAPI_CONNECTED) != 0, CHAN_CONNECTED);
    WEFT_REFUSE_IF(!buffer && size > 0, PARAMETER);
    return MCAPI_SUCCESS;
}

/* The envelope is what deadlock reports tell. */
static void prepare(struct weft_mcapi_request *request, mcapi_endpoint_t endpoint, void *buffer, size_t size)
{
    request->receive.endpoint = endpoint;
    request->receive.buffer = buffer;
    request->receive.room = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    request->engine.envelope = (struct weft_envelope){WEFT_ANY, (int32_t)weft_mcapi_port_of(endpoint),
                                                      WEFT_MCAPI_MESSAGE, request->receive.room};
}

static enum mcapi_status_codes receive_i(mcapi_endpoint_t handle, void *buffer, size_t size, mcapi_request_t *name)
{
    struct weft_mcapi_endpoint *endpoint;
    WEFT_MCAPI_TRY(check_receive(handle, buffer, size, &endpoint));
    WEFT_REFUSE_IF(!name, PARAMETER);
    struct weft_mcapi_request *const request = weft_mcapi_request_new(WEFT_MCAPI_RECEIVE_MESSAGE, name);
    if (!request) {
        return MCAPI_ERR_REQUEST_LIMIT;
    }
    prepare(request, handle, buffer, size);
    weft_mcapi_begin(request);
    return MCAPI_SUCCESS;
}

void mcapi_msg_recv_i(const mcapi_endpoint_t receive_endpoint, void *buffer, const size_t buffer_size,
                      mcapi_request_t *request, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, receive_i(receive_endpoint, buffer, buffer_size, request));
}

/* Whether the message at the head of the link is one that comes first at this port: of the highest priority, or, when
 * this node has waited for it and so nothing came before it, also of the next. */
static bool comes_first(weft_word head, uint32_t port, bool waited)
{
    const weft_word label = WEFT_FIELD_GET(WEFT_BLOCK_LABEL, head);
    return label == weft_label(WEFT_MCAPI_MESSAGE, port) ||
           (waited && label == weft_label(WEFT_MCAPI_MESSAGE + 1, port));
}

/* Is nothing under way that has to be looked after, and nothing kept? */
static bool is_idle(void)
{
    return ((uintptr_t)weft_engine.kept.first | (uintptr_t)weft_engine.sending.first |
            (uintptr_t)weft_mcapi.waiting.first) == 0;
}

static bool receive_quickly(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received)
{
    const uint32_t place = weft_mcapi_place_of(endpoint) % WEFT_MCAPI_ENDPOINTS;
    const uint32_t port = weft_mcapi_port_of(endpoint);
    if (weft_mcapi.endpoints[place].plain != endpoint || (endpoint & WEFT_MCAPI_VALID) == 0 || !buffer || !received ||
        port >= WEFT_LABEL_TAGS || !is_idle() || !weft_link_direct(buffer)) {
        return false;
    }
    weft_word head = weft_link_head();
    const bool waited = head == 0;
    if (waited) {
        WEFT_PROBE("receive", WEFT_ANY, port, WEFT_MCAPI_MESSAGE, size);
        head = weft_link_wait_head();
        WEFT_PROBE_HOLD("receive", WEFT_ANY, port, WEFT_MCAPI_MESSAGE, size);
    }
    const uint32_t length = (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head);
    if (!WEFT_LIKELY(comes_first(head, port, waited)) || length > size) {
        return false;
    }
    const int32_t rank = weft_engine.rank_of_node[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head)];
    weft_link_take(buffer);
    WEFT_RECEIVED(rank, port, WEFT_MCAPI_MESSAGE, 0);
    weft_mcapi_count_block(rank);
    *received = length;
    return true;
}

static enum mcapi_status_codes receive(mcapi_endpoint_t handle, void *buffer, size_t size, size_t *received)
{
    struct weft_mcapi_endpoint *endpoint;
    WEFT_MCAPI_TRY(check_receive(handle, buffer, size, &endpoint));
    WEFT_REFUSE_IF(!received, PARAMETER);
    struct weft_mcapi_request request;
    weft_mcapi_request_prepare(&request, WEFT_MCAPI_RECEIVE_MESSAGE);
    prepare(&request, handle, buffer, size);
    weft_mcapi_begin(&request);
    return weft_mcapi_await(&request, endpoint->timeout, received);
}

void mcapi_msg_recv(const mcapi_endpoint_t receive_endpoint, void *buffer, const size_t buffer_size,
                    size_t *received_size, mcapi_status_t *mcapi_status)
{
    const bool there = !WEFT_SMALL && receive_quickly(receive_endpoint, buffer, buffer_size, received_size);
    weft_mcapi_tell(mcapi_status,
                    WEFT_LIKELY(there) ? MCAPI_SUCCESS : receive(receive_endpoint, buffer, buffer_size, received_size));
}

mcapi_uint_t weft_mcapi_count(uint32_t port, uint32_t context, uint32_t contexts)
{
    mcapi_uint_t count = 0;
    while (weft_progress()) {
    }
    for (const struct weft_node *node = weft_engine.kept.first; node; node = node->next) {
        const struct weft_envelope *const envelope = &((const struct weft_message *)node)->envelope;
        count += (uint32_t)envelope->tag == port && envelope->context - context < contexts;
    }
    return count;
}

mcapi_uint_t mcapi_msg_available(const mcapi_endpoint_t receive_endpoint, mcapi_status_t *mcapi_status)
{
    struct weft_mcapi_endpoint *endpoint;
    const enum mcapi_status_codes code = weft_mcapi_find(receive_endpoint, &endpoint);
    weft_mcapi_tell(mcapi_status, code);
    return code == MCAPI_SUCCESS
               ? weft_mcapi_count(weft_mcapi_port_of(receive_endpoint), WEFT_MCAPI_MESSAGE, WEFT_MCAPI_ALL_PRIORITIES)
               : 0;
}
