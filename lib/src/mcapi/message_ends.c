/* A cache of ends of messages. For several endpoints it has the link's data of the last endpoint that each sent to, and
 * of the one from which its messages come. A program that uses several pairs of endpoints in turn finds each pair here.
 * The pair that was used last is also in weft_mcapi_last (short_paths.h), with which the inlined calls compare.
 */
#include "mcapi_internal.h"

#include "mcapi/short_requests.h"

#if !WEFT_SMALL

#define KEPT (WEFT_MCAPI_KEEPS_ENDS ? 4u : 1u)

static WEFT_PER_RANK struct weft_mcapi_last_to kept_to[KEPT];
static WEFT_PER_RANK struct weft_mcapi_last_from kept_from[KEPT];

void weft_mcapi_forget_receivers(void)
{
    for (uint32_t place = 0; place < KEPT; place++) {
        kept_to[place].from = 0;
    }
}

void weft_mcapi_forget_senders(void)
{
    for (uint32_t place = 0; place < KEPT; place++) {
        kept_from[place].handle = 0;
    }
}

static inline struct weft_mcapi_last_to *to_of(mcapi_endpoint_t from)
{
    struct weft_mcapi_last_to *place = &kept_to[weft_mcapi_place_of(from) % KEPT];
    WEFT_COMPUTE_NOW(place); /* computed once, not for each field */
    return place;
}

static inline struct weft_mcapi_last_from *from_of(mcapi_endpoint_t endpoint)
{
    struct weft_mcapi_last_from *place = &kept_from[weft_mcapi_place_of(endpoint) % KEPT];
    WEFT_COMPUTE_NOW(place);
    return place;
}

static inline bool is_kept_to(const struct weft_mcapi_last_to *kept, mcapi_endpoint_t from, mcapi_endpoint_t to)
{
    return kept->from == from && kept->to == to && from != 0;
}

static inline bool is_kept_from(const struct weft_mcapi_last_from *kept, mcapi_endpoint_t endpoint)
{
    return weft_mcapi_quiet && kept->handle == endpoint && endpoint != 0;
}

/* Ends a send after weft_fast_begin(), and prepares the next message between the same ends. */
static inline void finish(const struct weft_mcapi_last_to *kept)
{
    const bool has_credit = weft_fast_finish(&kept->link);
    weft_fast_prepare(&kept->link, kept->from);
    if (!has_credit) {
        weft_fast_has_spent(&kept->link);
    }
}

bool weft_mcapi_send_kept(const struct weft_mcapi_last_to *kept, const void *buffer, size_t size)
{
    if (weft_fast_begin(&kept->link, 0, buffer, size)) {
        finish(kept);
        return true;
    }
    const bool is_block = weft_fast_may_be_block(buffer, size);
    if (is_block) {
        weft_fast_send_block(&kept->link, buffer, size);
        weft_fast_prepare(&kept->link, kept->from);
    }
    return is_block;
}

/* Caches the ends of a message for the next one. */
static void keep_receiver(mcapi_endpoint_t from, mcapi_endpoint_t to)
{
    struct weft_mcapi_last_to *const kept = to_of(from);
    const struct weft_mcapi_endpoint *const endpoint = weft_mcapi_entry(from);
    if (endpoint->to == to && !is_kept_to(kept, from, to)) {
        weft_mcapi_keep_to(kept, from, to, endpoint->messages_to, WEFT_MCAPI_MESSAGE);
        weft_mcapi_last.message_to = *kept;
    }
}

static void keep_sender(mcapi_endpoint_t endpoint)
{
    struct weft_mcapi_last_from *const kept = from_of(endpoint);
    if (weft_mcapi_quiet && kept->handle != endpoint) {
        weft_mcapi_keep_from(kept, endpoint, weft_mcapi_entry(endpoint)->messages_from, WEFT_MCAPI_MESSAGE, 2);
    }
    if (is_kept_from(kept, endpoint) && weft_mcapi_last.message_from.handle != endpoint) {
        weft_mcapi_last.message_from = *kept;
    }
}

__attribute__((noinline)) static void send_other(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer,
                                                 size_t size, mcapi_priority_t priority, mcapi_status_t *status)
{
    WEFT_MCAPI_CHECKED(msg_send)(from, to, buffer, size, priority, status);
    keep_receiver(from, to);
}

/* Continues a send whose receiver did not answer the RTS at once. */
__attribute__((noinline)) static mcapi_status_t send_after_rts(mcapi_endpoint_t to, const void *buffer, size_t size)
{
    const struct weft_envelope envelope = {weft_mcapi_node_of(to), (int32_t)weft_mcapi_port_of(to), WEFT_MCAPI_MESSAGE,
                                           (uint32_t)size};
    return weft_send_after_short_rts(buffer, &envelope) == 0 ? MCAPI_ERR_TRANSMISSION : MCAPI_SUCCESS;
}

/* Sends more than a block; the RTS has been sent. */
WEFT_FAST_LONG void send_long(const struct weft_mcapi_last_to *kept, const void *buffer, size_t size,
                              mcapi_status_t *status)
{
    const bool is_sent = weft_fast_send_long(&kept->link, buffer, (uint32_t)size);
    weft_mcapi_tell(status, is_sent ? MCAPI_SUCCESS : send_after_rts(kept->to, buffer, size));
}

static bool may_send_long(const struct weft_mcapi_last_to *kept, const void *buffer, size_t size,
                          mcapi_priority_t priority)
{
    return size > WEFT_LINK_BLOCK && size <= kept->longest && priority == 0 && weft_link_direct(buffer) &&
           weft_is_quiet();
}

/* Sends a block of more than a few words. */
__attribute__((noinline)) static void send_block(const struct weft_mcapi_last_to *kept, const void *buffer, size_t size,
                                                 mcapi_status_t *status)
{
    weft_fast_send_block(&kept->link, buffer, size);
    weft_mcapi_tell(status, MCAPI_SUCCESS);
}

static void send_longer(const struct weft_mcapi_last_to *kept, const void *buffer, size_t size,
                        mcapi_priority_t priority, mcapi_status_t *status)
{
    if (may_send_long(kept, buffer, size, priority)) {
        weft_fast_announce(&kept->link, buffer, (uint32_t)size);
        send_long(kept, buffer, size, status);
    } else if (priority == 0 && weft_fast_may_be_block(buffer, size)) {
        send_block(kept, buffer, size, status);
        weft_fast_prepare(&kept->link, kept->from);
    } else {
        send_other(kept->from, kept->to, buffer, size, priority, status);
    }
}

/* Sends between cached ends. All calls in it are tail calls, so that it saves no registers. */
WEFT_MCAPI_SHORT void send_between(const struct weft_mcapi_last_to *kept, const void *buffer, size_t size,
                                   mcapi_priority_t priority, mcapi_status_t *status)
{
    if (buffer != NULL && weft_fast_begin(&kept->link, priority, buffer, size)) {
        weft_mcapi_tell(status, MCAPI_SUCCESS);
        finish(kept);
    } else {
        send_longer(kept, buffer, size, priority, status);
    }
}

/* If the last message was between these ends, they become those with which the inlined calls compare. */
__attribute__((noinline)) static void send_as_kept(const struct weft_mcapi_last_to *kept, const void *buffer,
                                                   size_t size, mcapi_priority_t priority, mcapi_status_t *status)
{
    if (kept != &weft_mcapi_last.message_to && weft_fast_is_prepared(kept->from)) {
        weft_mcapi_last.message_to = *kept;
    }
    send_between(kept, buffer, size, priority, status);
}

/* Sends between ends that are perhaps cached. A word between ends that alternate with others is sent without further
 * calls. */
static void send_kept_else(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                           mcapi_priority_t priority, mcapi_status_t *status)
{
    const struct weft_mcapi_last_to *const kept = to_of(from);
    if (!is_kept_to(kept, from, to)) {
        send_other(from, to, buffer, size, priority, status);
    } else if (size == 4 && priority == 0 && buffer != NULL && (uintptr_t)buffer % 4 == 0 &&
               !weft_fast_is_prepared(from) && weft_fast_begin_alone(&kept->link, *(const weft_mcapi_word *)buffer)) {
        weft_mcapi_tell(status, MCAPI_SUCCESS);
        finish(kept);
    } else {
        send_as_kept(kept, buffer, size, priority, status);
    }
}

/* Sends between the ends with which the inlined calls compare, and for which a message is prepared. */
__attribute__((noinline)) static void send_again(const void *buffer, size_t size, mcapi_priority_t priority,
                                                 mcapi_status_t *status)
{
    const struct weft_mcapi_last_to *const last = &weft_mcapi_last.message_to;
    if (size <= WEFT_LINK_BLOCK && priority == 0 && weft_fast_may_be_block(buffer, size)) {
        send_block(last, buffer, size, status);
    } else if (may_send_long(last, buffer, size, priority)) {
        weft_fast_announce(&last->link, buffer, (uint32_t)size);
        send_long(last, buffer, size, status);
    } else {
        send_as_kept(last, buffer, size, priority, status);
    }
}

void weft_mcapi_send_anew(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                          mcapi_priority_t priority, mcapi_status_t *status)
{
    const struct weft_mcapi_last_to *const last = &weft_mcapi_last.message_to;
    if (!WEFT_MCAPI_KEEPS_ENDS) {
        send_other(from, to, buffer, size, priority, status);
    } else if (weft_mcapi_is_prepared(from, to, last->to)) {
        send_again(buffer, size, priority, status);
    } else {
        send_kept_else(from, to, buffer, size, priority, status);
    }
}

/* Receives from the same end as the last message, if the message comes from there. */
static bool receive_again(const struct weft_mcapi_last_from *kept, void *buffer, size_t size, size_t *received)
{
    weft_length length;
    if (!buffer || !received || !weft_fast_receive_rest(&kept->link, buffer, weft_fast_room(size), &length)) {
        return false;
    }
    *received = length;
    return true;
}

__attribute__((noinline)) static void receive_other(mcapi_endpoint_t endpoint, void *buffer, size_t size,
                                                    size_t *received, mcapi_status_t *status)
{
    const struct weft_mcapi_last_from *const kept = from_of(endpoint);
    if (WEFT_MCAPI_KEEPS_ENDS && is_kept_from(kept, endpoint) && receive_again(kept, buffer, size, received)) {
        weft_mcapi_tell(status, MCAPI_SUCCESS);
        return;
    }
    if (is_kept_from(kept, endpoint)) {
        weft_mcapi_receive_other(endpoint, buffer, size, received, status);
    } else {
        WEFT_MCAPI_CHECKED(msg_recv)(endpoint, buffer, size, received, status);
    }
    keep_sender(endpoint);
}

/* Has weft_fast_take() found a message of this length without taking it, and does the buffer have room? Mostly it has
 * up to a block. */
WEFT_MCAPI_SHORT bool can_take(const void *buffer, size_t size, weft_length length)
{
    return WEFT_MCAPI_KEEPS_ENDS && length <= size &&
           (length <= WEFT_LINK_BLOCK || (length <= WEFT_FAST_LONGEST && weft_link_direct(buffer)));
}

WEFT_MCAPI_SHORT void take_left(const struct weft_fast_from *from, void *buffer, size_t *received,
                                mcapi_status_t *status, weft_length length)
{
    if (length > WEFT_LINK_BLOCK) {
        weft_fast_take_long(from, buffer, length);
    }
    *received = length;
    weft_mcapi_tell(status, MCAPI_SUCCESS);
    if (length > WEFT_LINK_BLOCK) {
        weft_fast_end_long(from, buffer, length);
    } else {
        weft_fast_take_longer(from, buffer, length);
    }
}

/* Receives from a cached end. All calls in it are tail calls, so that it saves few registers. */
WEFT_MCAPI_SHORT void receive_kept(const struct weft_mcapi_last_from *kept, void *buffer, size_t size, size_t *received,
                                   mcapi_status_t *status)
{
    weft_length length = (weft_length)-1;
    if (buffer && received && weft_fast_take(&kept->link, false, weft_fast_owed(&kept->link), buffer, size, &length)) {
        *received = length;
        weft_mcapi_tell(status, MCAPI_SUCCESS);
    } else if (can_take(buffer, size, length)) {
        take_left(&kept->link, buffer, received, status, length);
    } else {
        receive_other(kept->handle, buffer, size, received, status);
    }
}

/* The fast path refused because credit must be returned first: returns it, and receives. */
__attribute__((noinline)) static void receive_after_credit(const struct weft_mcapi_last_from *kept, void *buffer,
                                                           size_t size, size_t *received, mcapi_status_t *status)
{
    weft_fast_give_credit(&kept->link);
    receive_kept(kept, buffer, size, received, status);
}

/* Has at most one message come from the rank of the last end since the last call? The number of messages owed tells.
 * Then the ends with which calls compare are not in use at present. */
static bool is_last_idle(void)
{
    static WEFT_PER_RANK int32_t owed;
    const int32_t now = weft_fast_owed(&weft_mcapi_last.message_from.link);
    const bool is_idle = now == owed;
    owed = now + 1;
    return is_idle;
}

__attribute__((noinline)) static void receive_from(mcapi_endpoint_t endpoint, void *buffer, size_t size,
                                                   size_t *received, mcapi_status_t *status)
{
    const struct weft_mcapi_last_from *const kept = from_of(endpoint);
    const bool is_last = weft_mcapi_last.message_from.handle == endpoint;
    const bool is_kept = WEFT_MCAPI_KEEPS_ENDS && is_kept_from(kept, endpoint);
    if (is_kept && is_last && weft_fast_owes_credit(&kept->link)) {
        receive_after_credit(kept, buffer, size, received, status);
        return;
    }
    if (!is_kept || is_last) {
        receive_other(endpoint, buffer, size, received, status);
        return;
    }
    if (is_last_idle()) {
        weft_mcapi_last.message_from = *kept;
    }
    receive_kept(kept, buffer, size, received, status);
}

void weft_mcapi_receive_anew(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received,
                             mcapi_status_t *status, weft_length length)
{
    if (can_take(buffer, size, length)) {
        take_left(&weft_mcapi_last.message_from.link, buffer, received, status, length);
    } else {
        receive_from(endpoint, buffer, size, received, status);
    }
}

mcapi_status_t weft_mcapi_send_anew_i(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                                      mcapi_priority_t priority, mcapi_request_t *request)
{
    mcapi_status_t status = MCAPI_SUCCESS;
    WEFT_MCAPI_CHECKED(msg_send_i)(from, to, buffer, size, priority, request, &status);
    keep_receiver(from, to);
    return status;
}

mcapi_status_t weft_mcapi_receive_anew_i(mcapi_endpoint_t endpoint, void *buffer, size_t size, mcapi_request_t *request)
{
    mcapi_status_t status = MCAPI_SUCCESS;
    keep_sender(endpoint);
    if (!weft_mcapi_receive_again_i(endpoint, buffer, size, request)) {
        WEFT_MCAPI_CHECKED(msg_recv_i)(endpoint, buffer, size, request, &status);
    }
    return status;
}

/* The request is awaited again: its message is not one that the fast path takes. */
mcapi_boolean_t weft_mcapi_await_anew(const mcapi_request_t *request, size_t *size, mcapi_status_t *status,
                                      weft_length length)
{
    const struct weft_mcapi_request *const awaited = WEFT_MCAPI_AWAITED;
    if (can_take(awaited->receive.buffer, awaited->receive.room, length)) {
        take_left(&weft_mcapi_last.message_from.link, awaited->receive.buffer, size, status, length);
        return MCAPI_TRUE;
    }
    weft_mcapi_await_message();
    return WEFT_MCAPI_CHECKED(wait)(request, size, MCAPI_TIMEOUT_INFINITE, status);
}

#endif
