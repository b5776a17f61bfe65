/* Messages (MCAPI 2.015, section "Messages"): the slow paths, which check everything. */
#include "mcapi_internal.h"

#include "mcapi/short_requests.h"

/* Returns the oldest message of the highest priority that has arrived for a port, or null. */
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

static void meet(struct weft_mcapi_request *request, struct weft_message *message)
{
    weft_mcapi_leave(request);
    weft_mcapi_note_sender(weft_mcapi_entry(request->receive.endpoint), message->envelope.rank);
    weft_receive_message(&request->engine, request->receive.buffer, NULL, request->receive.room, message);
}

bool weft_mcapi_try_message(struct weft_mcapi_request *request)
{
    struct weft_message *const message = find_best(weft_mcapi_port_of(request->receive.endpoint));
    if (message) {
        weft_message_unlink(message);
        meet(request, message);
    }
    return message != NULL;
}

static bool is_for(const struct weft_mcapi_request *request, const struct weft_envelope *envelope)
{
    return request->kind == WEFT_MCAPI_RECEIVE_MESSAGE && envelope->context >= WEFT_MCAPI_MESSAGE &&
           envelope->context < WEFT_MCAPI_MESSAGE + WEFT_MCAPI_ALL_PRIORITIES &&
           weft_mcapi_port_of(request->receive.endpoint) == (uint32_t)envelope->tag;
}

/* Invariant: while a receive waits for a port, no message for that port is in the queue. */
bool weft_mcapi_claims(struct weft_message *message)
{
    struct weft_node *node = weft_mcapi_waiting.first;
    while (node && !is_for((struct weft_mcapi_request *)node, &message->envelope)) {
        node = node->next;
    }
    if (node) {
        meet((struct weft_mcapi_request *)node, message);
        weft_mcapi_set_quiet(!weft_mcapi_waiting.first && !weft_engine.kept.first);
    }
    return node != NULL;
}

/* Receives the next message if it has the highest priority and comes from the node that sent the last ones. Messages
 * longer than the fast path takes have another label. Not inlined, since the fast path is long code with several
 * callers. */
__attribute__((noinline)) static bool receive_block(mcapi_endpoint_t handle, void *buffer, size_t size,
                                                    weft_length *length)
{
    return weft_fast_receive(buffer, size < WEFT_FAST_LONGEST ? (uint32_t)size : WEFT_FAST_LONGEST,
                             weft_mcapi_entry(handle)->messages_from,
                             weft_label(WEFT_MCAPI_MESSAGE, weft_mcapi_port_of(handle)), WEFT_MCAPI_MESSAGE,
                             weft_mcapi_port_of(handle), length);
}

static bool receive_for(struct weft_mcapi_request *request)
{
    return receive_block(request->receive.endpoint, request->receive.buffer, request->receive.room,
                         &request->engine.total);
}

bool weft_mcapi_receive_first(struct weft_mcapi_request *request)
{
    if (WEFT_SMALL || request->kind != WEFT_MCAPI_RECEIVE_MESSAGE || weft_engine.kept.first ||
        weft_mcapi_waiting.first != &request->engine.node) {
        return false;
    }
    const uint32_t rank = weft_mcapi_entry(request->receive.endpoint)->messages_from;
    const bool come = receive_for(request) || (weft_mcapi_settle_from(rank) && receive_for(request));
    if (come) {
        weft_mcapi_waiting.first =
            request->engine.node.next; /* it is the first: weft_mcapi_leave() would search for it */
        weft_mcapi_forget_last(false, true);
        weft_mcapi_set_quiet(!weft_mcapi_waiting.first);
        request->engine.envelope.length = request->engine.total;
        request->engine.phase = WEFT_DONE;
    }
    return come;
}

static enum mcapi_status_codes check_send(const struct weft_mcapi_endpoint *from, mcapi_endpoint_t to,
                                          const void *buffer, size_t size, mcapi_priority_t priority)
{
    WEFT_MCAPI_TRY(weft_mcapi_check_endpoint(to));
    const struct weft_mcapi_endpoint *const own = weft_mcapi_own(to);
    WEFT_REFUSE_IF(((from->state | (own ? own->state : 0)) & WEFT_MCAPI_CONNECTED) != 0, CHAN_CONNECTED);
    WEFT_REFUSE_IF(!buffer && size > 0, PARAMETER);
    WEFT_REFUSE_IF(priority >= weft_mcapi_get(from->attributes, WEFT_MCAPI_PRIORITIES), PRIORITY);
    WEFT_REFUSE_IF(size > weft_mcapi_get(from->attributes, WEFT_MCAPI_MAX_PAYLOAD), MSG_SIZE);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes send(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                                    mcapi_priority_t priority, mcapi_request_t *request)
{
    const struct weft_mcapi_found found = weft_mcapi_find(from);
    if (!found.endpoint) {
        return found.code;
    }
    WEFT_MCAPI_TRY(check_send(found.endpoint, to, buffer, size, priority));
    weft_mcapi_note_receiver(found.endpoint, to);
    return weft_mcapi_send(found.endpoint, to, WEFT_MCAPI_MESSAGE + priority, buffer, (uint32_t)size, request);
}

WEFT_CALLED static void send_and_tell(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                                      mcapi_priority_t priority, mcapi_request_t *request, mcapi_status_t *status)
{
    weft_mcapi_tell(status, send(from, to, buffer, size, priority, request));
}

/* Not inlined, since the fast path is long code with several callers. */
__attribute__((noinline)) static bool try_send(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer,
                                               size_t size, mcapi_priority_t priority)
{
    return weft_mcapi_try_send(from, to, buffer, size, priority);
}

#if WEFT_SMALL
static bool try_send_i(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                       mcapi_priority_t priority, mcapi_request_t *handle)
{
    (void)from, (void)to, (void)buffer, (void)size, (void)priority, (void)handle;
    return false;
}
#else
/* A message on the fast path is complete when its request begins; the request is filled while the message is on its
 * way. */
static bool try_send_i(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                       mcapi_priority_t priority, mcapi_request_t *handle)
{
    struct weft_mcapi_request *const request = handle ? weft_mcapi_request_other() : NULL;
    const bool sent = request && try_send(from, to, buffer, size, priority);
    if (sent) {
        weft_mcapi_request_use(request, WEFT_MCAPI_DONE, handle);
        request->engine.total = (uint32_t)size;
    }
    return sent;
}
#endif

void WEFT_MCAPI_CHECKED(msg_send_i)(const mcapi_endpoint_t send_endpoint, const mcapi_endpoint_t receive_endpoint,
                                    const void *buffer, const size_t buffer_size, const mcapi_priority_t priority,
                                    mcapi_request_t *request, mcapi_status_t *mcapi_status)
{
    if (try_send_i(send_endpoint, receive_endpoint, buffer, buffer_size, priority, request)) {
        weft_mcapi_tell(mcapi_status, MCAPI_SUCCESS);
    } else {
        send_and_tell(send_endpoint, receive_endpoint, buffer, buffer_size, priority, request, mcapi_status);
    }
}

static bool try_receive(mcapi_endpoint_t handle, void *buffer, size_t size, size_t *received)
{
    weft_length length;
    const bool there = weft_mcapi_entry(handle)->handle == handle && weft_mcapi_quiet && buffer && received &&
                       receive_block(handle, buffer, size, &length);
    if (there) {
        *received = length;
    }
    return there;
}

/* Tries the fast path again if it lacked only credit. */
static inline bool send_with_credit(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                                    mcapi_priority_t priority)
{
    return size <= WEFT_LINK_BLOCK && weft_mcapi_settle_to(weft_mcapi_entry(from)->messages_to) &&
           try_send(from, to, buffer, size, priority);
}

void WEFT_MCAPI_CHECKED(msg_send)(const mcapi_endpoint_t send_endpoint, const mcapi_endpoint_t receive_endpoint,
                                  const void *buffer, const size_t buffer_size, const mcapi_priority_t priority,
                                  mcapi_status_t *mcapi_status)
{
    if (!WEFT_SMALL && (try_send(send_endpoint, receive_endpoint, buffer, buffer_size, priority) ||
                        send_with_credit(send_endpoint, receive_endpoint, buffer, buffer_size, priority))) {
        weft_mcapi_tell(mcapi_status, MCAPI_SUCCESS);
    } else {
        send_and_tell(send_endpoint, receive_endpoint, buffer, buffer_size, priority, WEFT_MCAPI_WAITS, mcapi_status);
    }
}

static void begin(struct weft_mcapi_request *request, mcapi_endpoint_t endpoint, void *buffer, size_t size)
{
    request->receive.endpoint = endpoint;
    request->receive.buffer = buffer;
    request->receive.room = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    weft_mcapi_begin(request);
}

static enum mcapi_status_codes receive_i(mcapi_endpoint_t handle, void *buffer, size_t size, mcapi_request_t *name)
{
    const struct weft_mcapi_found found = weft_mcapi_find(handle);
    if (!found.endpoint) {
        return found.code;
    }
    WEFT_REFUSE_IF((found.endpoint->state & WEFT_MCAPI_CONNECTED) != 0, CHAN_CONNECTED);
    WEFT_REFUSE_IF(!buffer && size > 0, PARAMETER);
    const struct weft_mcapi_made made = weft_mcapi_request_new(WEFT_MCAPI_RECEIVE_MESSAGE, name);
    if (!made.request) {
        return made.code;
    }
    begin(made.request, handle, buffer, size);
    return MCAPI_SUCCESS;
}

void WEFT_MCAPI_CHECKED(msg_recv_i)(const mcapi_endpoint_t receive_endpoint, void *buffer, const size_t buffer_size,
                                    mcapi_request_t *request, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, receive_i(receive_endpoint, buffer, buffer_size, request));
}

static enum mcapi_status_codes receive(mcapi_endpoint_t handle, void *buffer, size_t size, size_t *received)
{
    WEFT_REFUSE_IF(!received, PARAMETER);
    WEFT_MCAPI_TRY(receive_i(handle, buffer, size, WEFT_MCAPI_WAITS));
    return weft_mcapi_await(weft_mcapi_entry(handle)->timeout, received);
}

/* Receives a message that the fast path did not expect: of another priority, from another node, or the RTS of a long
 * message. */
static bool receive_head(mcapi_endpoint_t handle, void *buffer, size_t size, size_t *received)
{
    struct weft_mcapi_endpoint *const endpoint = weft_mcapi_entry(handle);
    struct weft_request *const request = &WEFT_MCAPI_OWN->engine;
    const struct weft_envelope wanted = {WEFT_ANY, (int32_t)weft_mcapi_port_of(handle), WEFT_MCAPI_MESSAGE,
                                         size < UINT32_MAX ? (uint32_t)size : UINT32_MAX};
    if (endpoint->handle != handle || !weft_mcapi_quiet || !buffer || !received ||
        (endpoint->state & WEFT_MCAPI_CONNECTED) != 0 ||
        !weft_receive_head(request, buffer, &wanted, WEFT_MCAPI_ALL_PRIORITIES)) {
        return false;
    }
    weft_mcapi_note_sender(endpoint, request->envelope.rank);
    *received = request->total;
    return true;
}

/* The code of the call's own request tells if the sender of a long message has discarded it. */
void weft_mcapi_receive_other(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received,
                              mcapi_status_t *status)
{
    WEFT_MCAPI_OWN->code = MCAPI_SUCCESS;
    const bool there = (!WEFT_SMALL && receive_head(endpoint, buffer, size, received)) ||
                       (weft_mcapi_settle_from(weft_mcapi_entry(endpoint)->messages_from) &&
                        try_receive(endpoint, buffer, size, received));
    weft_mcapi_tell(status,
                    there ? (enum mcapi_status_codes)WEFT_MCAPI_OWN->code : receive(endpoint, buffer, size, received));
}

void WEFT_MCAPI_CHECKED(msg_recv)(const mcapi_endpoint_t receive_endpoint, void *buffer, const size_t buffer_size,
                                  size_t *received_size, mcapi_status_t *mcapi_status)
{
    if (!WEFT_SMALL && try_receive(receive_endpoint, buffer, buffer_size, received_size)) {
        weft_mcapi_tell(mcapi_status, MCAPI_SUCCESS);
    } else {
        weft_mcapi_receive_other(receive_endpoint, buffer, buffer_size, received_size, mcapi_status);
    }
}

mcapi_uint_t weft_mcapi_available(struct weft_mcapi_found found, uint32_t context, uint32_t contexts,
                                  mcapi_status_t *status)
{
    mcapi_uint_t count = 0;
    weft_mcapi_tell(status, found.endpoint ? MCAPI_SUCCESS : found.code);
    if (!found.endpoint) {
        return 0;
    }
    while (weft_progress()) {
    }
    for (const struct weft_node *node = weft_engine.kept.first; node; node = node->next) {
        const struct weft_envelope *const envelope = &((const struct weft_message *)node)->envelope;
        count += (uint32_t)envelope->tag == weft_mcapi_port_of(found.endpoint->handle) &&
                 envelope->context - context < contexts;
    }
    return count;
}

mcapi_uint_t mcapi_msg_available(const mcapi_endpoint_t receive_endpoint, mcapi_status_t *mcapi_status)
{
    const struct weft_mcapi_found found = weft_mcapi_find(receive_endpoint);
    return weft_mcapi_available(found, WEFT_MCAPI_MESSAGE, WEFT_MCAPI_ALL_PRIORITIES, mcapi_status);
}
