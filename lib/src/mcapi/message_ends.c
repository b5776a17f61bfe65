/* Messages between the ends that are kept (short_paths.h): the first ones, which the calls compare with in line, and
 * second ones, for programs that use two pairs of endpoints in turn.
 *
 * Ends that are used twice, while those in the first place are not, exchange places with them: of two pairs in turn
 * each stays where it is, and a pair that is used alone is found in line. An exchange copies both, and costs as much as
 * a few messages.
 */
#include "mcapi_internal.h"

#include "mcapi/short_requests.h"

#if !WEFT_SMALL

__attribute__((noinline)) static void exchange_to(void)
{
    const struct weft_mcapi_last_to first = weft_mcapi_last.message_to;
    weft_mcapi_last.message_to = weft_mcapi_second.to;
    weft_mcapi_second.to = first;
}

__attribute__((noinline)) static void exchange_from(void)
{
    const struct weft_mcapi_last_from first = weft_mcapi_last.message_from;
    weft_mcapi_last.message_from = weft_mcapi_second.from;
    weft_mcapi_second.from = first;
}

static bool is_second_to(mcapi_endpoint_t from, mcapi_endpoint_t to)
{
    return WEFT_MCAPI_HAS_SECOND && weft_mcapi_second.to.from == from && weft_mcapi_second.to.to == to;
}

static bool is_second_from(mcapi_endpoint_t endpoint)
{
    return WEFT_MCAPI_HAS_SECOND && weft_mcapi_quiet && weft_mcapi_second.from.handle == endpoint;
}

/* Are new ends kept in the first place? */
static bool are_first(mca_uint32_t kept)
{
    return !WEFT_MCAPI_HAS_SECOND || kept == WEFT_MCAPI_NONE;
}

static bool is_first_to(mcapi_endpoint_t from, mcapi_endpoint_t to)
{
    return weft_mcapi_last.message_to.from == from && weft_mcapi_last.message_to.to == to;
}

/* The ends of a message become the first or, where others are, the second. */
static void keep_receiver(mcapi_endpoint_t from, mcapi_endpoint_t to)
{
    struct weft_mcapi_last_to *const first = &weft_mcapi_last.message_to;
    const struct weft_mcapi_endpoint *const endpoint = weft_mcapi_entry(from);
    if (endpoint->to == to && !is_first_to(from, to) && !is_second_to(from, to)) {
        weft_mcapi_keep_to(are_first(first->from) ? first : &weft_mcapi_second.to, from, to, endpoint->messages_to,
                           WEFT_MCAPI_MESSAGE);
    }
}

static void keep_sender(mcapi_endpoint_t endpoint)
{
    struct weft_mcapi_last_from *const first = &weft_mcapi_last.message_from;
    if (weft_mcapi_quiet && first->handle != endpoint && !is_second_from(endpoint)) {
        weft_mcapi_keep_from(are_first(first->handle) ? first : &weft_mcapi_second.from, endpoint,
                             weft_mcapi_entry(endpoint)->messages_from, WEFT_MCAPI_MESSAGE, 2);
    }
}

/* Has no message gone to the rank of the first ends since the last one between the second? Its credits tell, before
 * another one is counted. */
static bool is_first_idle_to(void)
{
    const mcapi_endpoint_t first = weft_mcapi_last.message_to.to;
    const uint32_t credits = weft_self()->peers[weft_mcapi_node_of(first)].credits;
    const bool is_idle = credits == weft_mcapi_second.credits;
    weft_mcapi_second.credits = credits - (weft_mcapi_node_of(first) == weft_mcapi_node_of(weft_mcapi_second.to.to));
    return is_idle;
}

__attribute__((noinline)) static void finish_exchanged(void)
{
    exchange_to();
    weft_fast_finish(&weft_mcapi_last.message_to.link);
}

static bool begin_second(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                         mcapi_priority_t priority)
{
    const struct weft_fast_to *const link = &weft_mcapi_second.to.link;
    return is_second_to(from, to) && buffer != NULL &&
           weft_fast_begin(link, link->target, link->word + weft_fast_carries(link), priority, buffer, size);
}

static void finish_second(void)
{
    if (is_first_idle_to()) {
        finish_exchanged();
    } else {
        weft_fast_finish(&weft_mcapi_second.to.link);
    }
}

static uint32_t rank_from(mcapi_endpoint_t endpoint)
{
    return weft_mcapi_entry(endpoint)->messages_from;
}

/* The same of messages from that rank, which are counted as owed. */
static bool is_first_idle_from(void)
{
    const uint32_t first = rank_from(weft_mcapi_last.message_from.handle);
    const int32_t owed = weft_self()->peers[first].owed;
    const bool is_idle = owed == weft_mcapi_second.owed;
    weft_mcapi_second.owed = owed + (first == rank_from(weft_mcapi_second.from.handle));
    return is_idle;
}

static bool take_second(void *buffer, uint32_t room, const size_t *received, weft_length *length)
{
    const struct weft_fast_from *const link = &weft_mcapi_second.from.link;
    *length = (weft_length)-1;
    return buffer != NULL && received != NULL && weft_fast_take(link, weft_fast_owed(link), buffer, room, length);
}

__attribute__((noinline)) static void take_longer(void *buffer, weft_length length)
{
    weft_fast_take_longer(&weft_mcapi_second.from.link, buffer, length);
}

/* Between the same ends as the last message, of the highest priority. */
static void send_long(mcapi_endpoint_t to, const void *buffer, size_t size, mcapi_status_t *status)
{
    const struct weft_envelope envelope = {weft_mcapi_node_of(to), (int32_t)weft_mcapi_port_of(to), WEFT_MCAPI_MESSAGE,
                                           (uint32_t)size};
    weft_mcapi_tell(status, weft_send_large_and_ask(buffer, &envelope) == 0 ? MCAPI_ERR_TRANSMISSION : MCAPI_SUCCESS);
}

static bool is_long(mcapi_endpoint_t from, size_t size)
{
    return size > WEFT_LINK_BLOCK && size <= weft_mcapi_get(weft_mcapi_entry(from)->attributes, WEFT_MCAPI_MAX_PAYLOAD);
}

static void send_block(const void *buffer, size_t size, mcapi_status_t *status)
{
    weft_fast_send_block(&weft_mcapi_last.message_to.link, buffer, (uint32_t)size);
    weft_mcapi_tell(status, MCAPI_SUCCESS);
}

__attribute__((noinline)) static void send_other(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer,
                                                 size_t size, mcapi_priority_t priority, mcapi_status_t *status)
{
    const bool is_again = is_first_to(from, to) && priority == 0 && buffer;
    if (is_again && is_long(from, size)) {
        send_long(to, buffer, size, status);
    } else if (is_again && size <= WEFT_LINK_BLOCK && weft_fast_may_send(buffer)) {
        send_block(buffer, size, status);
    } else {
        WEFT_MCAPI_CHECKED(msg_send)(from, to, buffer, size, priority, status);
        keep_receiver(from, to);
    }
}

void weft_mcapi_send_anew(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                          mcapi_priority_t priority, mcapi_status_t *status)
{
    if (begin_second(from, to, buffer, size, priority)) {
        weft_mcapi_tell(status, MCAPI_SUCCESS);
        finish_second();
    } else {
        send_other(from, to, buffer, size, priority, status);
    }
}

/* From the same end as the last message, perhaps, but longer than short, or credit is to be given first. */
static bool receive_again(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received)
{
    const struct weft_mcapi_last_from *const last = &weft_mcapi_last.message_from;
    const uint32_t room = size < WEFT_FAST_LONGEST ? (uint32_t)size : WEFT_FAST_LONGEST;
    weft_length length;
    if (last->handle != endpoint || !buffer || !received ||
        !weft_fast_receive_rest(&last->link, buffer, room, &length)) {
        return false;
    }
    *received = length;
    return true;
}

__attribute__((noinline)) static void receive_other(mcapi_endpoint_t endpoint, void *buffer, size_t size,
                                                    size_t *received, mcapi_status_t *status)
{
    if (receive_again(endpoint, buffer, size, received)) {
        weft_mcapi_tell(status, MCAPI_SUCCESS);
        return;
    }
    if (weft_mcapi_last.message_from.handle == endpoint) {
        weft_mcapi_receive_other(endpoint, buffer, size, received, status);
    } else {
        WEFT_MCAPI_CHECKED(msg_recv)(endpoint, buffer, size, received, status);
    }
    keep_sender(endpoint);
}

__attribute__((noinline)) static void receive_exchanged(mcapi_endpoint_t endpoint, void *buffer, size_t size,
                                                        size_t *received, mcapi_status_t *status)
{
    exchange_from();
    mcapi_msg_recv(endpoint, buffer, size, received, status);
}

static void receive_second(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received,
                           mcapi_status_t *status)
{
    const uint32_t room = weft_mcapi_room(size);
    weft_length length;
    if (take_second(buffer, room, received, &length)) {
        *received = length;
        weft_mcapi_tell(status, MCAPI_SUCCESS);
    } else if (length <= room) {
        *received = length;
        weft_mcapi_tell(status, MCAPI_SUCCESS);
        take_longer(buffer, length);
    } else {
        receive_other(endpoint, buffer, size, received, status);
    }
}

void weft_mcapi_receive_anew(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received,
                             mcapi_status_t *status)
{
    if (!is_second_from(endpoint)) {
        receive_other(endpoint, buffer, size, received, status);
    } else if (is_first_idle_from()) {
        receive_exchanged(endpoint, buffer, size, received, status);
    } else {
        receive_second(endpoint, buffer, size, received, status);
    }
}

/* Requests take the fast path between the first ends only. */
mcapi_status_t weft_mcapi_send_anew_i(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                                      mcapi_priority_t priority, mcapi_request_t *request)
{
    mcapi_status_t status = MCAPI_SUCCESS;
    const bool is_second = is_second_to(from, to);
    if (is_second) {
        exchange_to();
    }
    if (!is_second || !weft_mcapi_send_again_i(from, to, buffer, size, priority, request)) {
        WEFT_MCAPI_CHECKED(msg_send_i)(from, to, buffer, size, priority, request, &status);
        keep_receiver(from, to);
    }
    return status;
}

mcapi_status_t weft_mcapi_receive_anew_i(mcapi_endpoint_t endpoint, void *buffer, size_t size, mcapi_request_t *request)
{
    mcapi_status_t status = MCAPI_SUCCESS;
    keep_sender(endpoint);
    if (is_second_from(endpoint)) {
        exchange_from();
    }
    if (!weft_mcapi_receive_again_i(endpoint, buffer, size, request)) {
        WEFT_MCAPI_CHECKED(msg_recv_i)(endpoint, buffer, size, request, &status);
    }
    return status;
}

/* The request that was awaited is so again: its message is none that the fast path takes. */
mcapi_boolean_t weft_mcapi_await_anew(const mcapi_request_t *request, size_t *size, mcapi_status_t *status)
{
    weft_mcapi_await_message();
    return WEFT_MCAPI_CHECKED(wait)(request, size, MCAPI_TIMEOUT_INFINITE, status);
}

#endif
