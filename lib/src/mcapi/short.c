/* Decides which fast paths (short_paths.h) an endpoint may take: recorded whenever the endpoint changes, so that the
 * paths themselves have little to check. A library compiled for size has none.
 */
#include "mcapi_internal.h"

#include "mcapi/armed.h"
#include "mcapi/short_requests.h"

#if !WEFT_SMALL

/* A call loads the data of the last end before it compares handles, so this must be valid even before the first
 * message. */
#define NO_RECEIVER                                                                                                    \
    {                                                                                                                  \
        .from = WEFT_MCAPI_NONE, .to = WEFT_MCAPI_NONE, .link = WEFT_FAST_TO_NONE                                      \
    }
#define NO_SENDER                                                                                                      \
    {                                                                                                                  \
        .handle = WEFT_MCAPI_NONE, .link = WEFT_FAST_FROM_NONE                                                         \
    }

#ifdef __riscv
__attribute__((section(".sdata.weft_mcapi_last")))
#endif
WEFT_PER_RANK struct weft_mcapi_last weft_mcapi_last = {
    .message_to = NO_RECEIVER,
    .packet_to = NO_RECEIVER,
    .scalar_to = NO_RECEIVER,
    .message_from = NO_SENDER,
    .packet_from = NO_SENDER,
    .scalar_from = NO_SENDER,
    .awaited = WEFT_MCAPI_NONE,
};

#ifndef WEFT_LINK_HAS_ENDS
WEFT_PER_RANK uint32_t weft_fast_prepared = WEFT_FAST_NONE;
#endif

static inline void forget_receivers(void)
{
    weft_mcapi_last.message_to.from = weft_mcapi_last.message_to.to = WEFT_MCAPI_NONE;
    weft_mcapi_forget_receivers();
    weft_mcapi_last.packet_to.from = WEFT_MCAPI_NONE;
    weft_mcapi_last.scalar_to.from = WEFT_MCAPI_NONE;
    weft_fast_prepare_nothing();
}

static inline void forget_senders(void)
{
    weft_mcapi_last.message_from.handle = WEFT_MCAPI_NONE;
    weft_mcapi_last.packet_from.handle = WEFT_MCAPI_NONE;
    weft_mcapi_last.scalar_from.handle = WEFT_MCAPI_NONE;
    weft_mcapi_last.awaited = WEFT_MCAPI_NONE;
    weft_mcapi_forget_senders();
}

void weft_mcapi_forget_last(bool to, bool from)
{
    if (to) {
        forget_receivers();
    }
    if (from) {
        forget_senders();
    }
}

static void close(struct weft_mcapi_endpoint *endpoint)
{
    const weft_rank self = (weft_rank)weft_self()->rank;
    endpoint->to = 0;
    endpoint->messages_to = endpoint->messages_from = self;
    endpoint->packets_to = endpoint->packets_from = self;
    endpoint->scalars_to = endpoint->scalars_from = self;
}

static bool waits_for_ever(const struct weft_mcapi_endpoint *endpoint)
{
    return endpoint->timeout == MCAPI_TIMEOUT_INFINITE;
}

static bool takes_blocks(const struct weft_mcapi_endpoint *endpoint)
{
    return weft_mcapi_get(endpoint->attributes, WEFT_MCAPI_MAX_PAYLOAD) >= WEFT_LINK_BLOCK;
}

static void open(struct weft_mcapi_endpoint *end)
{
    const weft_rank rank = (weft_rank)weft_mcapi_node_of(end->peer);
    const bool packets = (end->state & WEFT_MCAPI_PACKETS) != 0;
    if ((end->state & WEFT_MCAPI_RECEIVES) == 0) {
        end->port_to = (uint8_t)weft_mcapi_port_of(end->peer);
        *(packets ? &end->packets_to : &end->scalars_to) = rank;
    } else if (waits_for_ever(end)) {
        *(packets ? &end->packets_from : &end->scalars_from) = rank;
    }
}

static void note_open(struct weft_mcapi_endpoint *end)
{
    const bool receives = (end->state & WEFT_MCAPI_RECEIVES) != 0;
    const uint32_t port = weft_mcapi_port_of(receives ? end->handle : end->peer);
    if (port < WEFT_MCAPI_SHORT_PORTS && takes_blocks(end)) {
        open(end);
    }
}

void weft_mcapi_note_change(struct weft_mcapi_endpoint *endpoint)
{
    const uint32_t state = endpoint->state & (WEFT_MCAPI_OPEN | WEFT_MCAPI_PEER_CLOSED);
    weft_mcapi_forget_last(true, true);
    weft_mcapi_armed_forget(true, true);
    close(endpoint);
    if (state == WEFT_MCAPI_OPEN) {
        note_open(endpoint);
    }
}

static bool is_for_messages(const struct weft_mcapi_endpoint *endpoint)
{
    return (endpoint->state & WEFT_MCAPI_CONNECTED) == 0;
}

void weft_mcapi_note_receiver(struct weft_mcapi_endpoint *endpoint, mcapi_endpoint_t to)
{
    const bool two = weft_mcapi_get(endpoint->attributes, WEFT_MCAPI_PRIORITIES) > 1;
    const uint32_t port = weft_mcapi_port_of(to);
    if (is_for_messages(endpoint) && port < WEFT_MCAPI_SHORT_PORTS && two && takes_blocks(endpoint)) {
        endpoint->to = to;
        endpoint->messages_to = (weft_rank)weft_mcapi_node_of(to);
        endpoint->port_to = (uint8_t)port;
    }
}

/* A rank becomes the guess only after two consecutive messages: recovering from a wrong guess is slow. */
void weft_mcapi_note_sender(struct weft_mcapi_endpoint *endpoint, int32_t rank)
{
    const uint32_t port = weft_mcapi_port_of(endpoint->handle);
    const bool again = endpoint->last_from == rank && port < WEFT_MCAPI_SHORT_PORTS && waits_for_ever(endpoint);
    const weft_rank from = (weft_rank)(again && is_for_messages(endpoint) ? rank : weft_self()->rank);
    endpoint->last_from = (weft_rank)rank;
    if (endpoint->messages_from != from) {
        endpoint->messages_from = from;
        weft_mcapi_last.message_from.handle = WEFT_MCAPI_NONE;
        weft_mcapi_forget_senders();
    }
}

static bool is_there(uint32_t rank)
{
    return rank < (uint32_t)weft_self()->size;
}

bool weft_mcapi_settle_to(uint32_t rank)
{
    return is_there(rank) && weft_credit_settle((int32_t)rank);
}

/* A rank that is about to wait has time to collect credit that it will need later. */
bool weft_mcapi_settle_from(uint32_t rank)
{
    const bool settled = weft_mcapi_settle_to(rank);
    if (settled) {
        weft_credit_collect((int32_t)rank);
    }
    return settled;
}

void weft_mcapi_keep_to(struct weft_mcapi_last_to *last, mcapi_endpoint_t from, mcapi_endpoint_t to, uint32_t rank,
                        uint32_t context)
{
    const struct weft_mcapi_endpoint *const endpoint = weft_mcapi_entry(from);
    if (endpoint->handle == from && weft_send_windows[rank] != WEFT_SEND_WINDOW_CLOSED) {
        const struct weft_fast_to link = weft_fast_to(rank, weft_label(context, endpoint->port_to));
        const uint32_t payload = weft_mcapi_get(endpoint->attributes, WEFT_MCAPI_MAX_PAYLOAD);
        const uint32_t longest = waits_for_ever(endpoint) ? weft_fast_longest(&link) : 0;
        *last = (struct weft_mcapi_last_to){from, to, payload < longest ? payload : longest, link};
        weft_fast_prepare(&last->link, from);
    }
}

void weft_mcapi_keep_from(struct weft_mcapi_last_from *last, mcapi_endpoint_t handle, uint32_t rank, uint32_t context,
                          uint32_t contexts)
{
    const struct weft_fast_from link = weft_fast_from(rank, context, contexts, weft_mcapi_port_of(handle));
    if (weft_mcapi_entry(handle)->handle == handle && weft_fast_may_keep(&link)) {
        *last = (struct weft_mcapi_last_from){handle, link};
    }
}

/* Returns the end. For the end of a listed channel this is where its fast paths are recorded, at first use rather than
 * when it is opened. */
static const struct weft_mcapi_endpoint *end_in_use(mca_uint32_t handle)
{
    struct weft_mcapi_endpoint *const end = weft_mcapi_entry(handle);
    const weft_rank self = (weft_rank)weft_self()->rank;
    const bool is_closed =
        end->packets_to == self && end->packets_from == self && end->scalars_to == self && end->scalars_from == self;
    if (end->handle == handle && is_closed &&
        (end->state & (WEFT_MCAPI_OPEN | WEFT_MCAPI_PEER_CLOSED)) == WEFT_MCAPI_OPEN) {
        note_open(end);
    }
    return end;
}

static void keep_packets_to(mcapi_pktchan_send_hndl_t handle)
{
    const struct weft_mcapi_endpoint *const end = end_in_use(handle);
    if (weft_mcapi_is_armed(end)) {
        weft_mcapi_armed_keep_to(handle);
    } else {
        weft_mcapi_keep_to(&weft_mcapi_last.packet_to, handle, 0, end->packets_to, WEFT_MCAPI_CHANNEL);
    }
}

static void keep_packets_from(mcapi_pktchan_recv_hndl_t handle)
{
    const struct weft_mcapi_endpoint *const end = end_in_use(handle);
    if (weft_mcapi_is_armed(end)) {
        weft_mcapi_armed_keep_from(handle);
    } else if (weft_mcapi_packet_spare()) {
        weft_mcapi_keep_from(&weft_mcapi_last.packet_from, handle, end->packets_from, WEFT_MCAPI_CHANNEL, 1);
    }
}

/* Sends from the same end as the last packet, but a longer packet. */
static bool send_packet_again(const struct weft_mcapi_last_to *last, const void *buffer, size_t size)
{
    return WEFT_MCAPI_KEEPS_ENDS && buffer && size <= WEFT_MCAPI_BLOCK && weft_mcapi_send_kept(last, buffer, size);
}

void weft_mcapi_send_packet_anew(mcapi_pktchan_send_hndl_t handle, const void *buffer, size_t size,
                                 mcapi_status_t *status)
{
    const struct weft_mcapi_last_to *const last = &weft_mcapi_last.packet_to;
    if (weft_mcapi_send_armed_other(handle, buffer, size) ||
        (last->from == handle && send_packet_again(last, buffer, size))) {
        weft_mcapi_tell(status, MCAPI_SUCCESS);
    } else {
        WEFT_MCAPI_CHECKED(pktchan_send)(handle, buffer, size, status);
        keep_packets_to(handle);
    }
}

void weft_mcapi_receive_packet_anew(mcapi_pktchan_recv_hndl_t handle, void **buffer, size_t *received,
                                    mcapi_status_t *status)
{
    const struct weft_mcapi_last_from *const last = &weft_mcapi_last.packet_from;
    weft_length length;
    if (weft_mcapi_receive_armed_other(handle, buffer, received)) {
        weft_mcapi_tell(status, MCAPI_SUCCESS);
        return;
    }
    if (last->handle == handle && buffer && received && *weft_mcapi_spare.use == WEFT_MCAPI_FREE &&
        weft_fast_receive_rest(&last->link, weft_mcapi_spare.buffer, WEFT_MCAPI_BLOCK, &length)) {
        *buffer = weft_mcapi_spare_give();
        *received = length;
        weft_mcapi_tell(status, MCAPI_SUCCESS);
        return;
    }
    WEFT_MCAPI_CHECKED(pktchan_recv)(handle, buffer, received, status);
    keep_packets_from(handle);
}

mcapi_status_t weft_mcapi_send_scalar_anew(mcapi_sclchan_send_hndl_t handle, uint32_t width, uint64_t value)
{
    mcapi_status_t status;
    if (WEFT_MCAPI_KEEPS_ENDS && weft_mcapi_last.scalar_to.from == handle &&
        weft_mcapi_send_kept(&weft_mcapi_last.scalar_to, &value, width)) {
        return MCAPI_SUCCESS;
    }
    weft_mcapi_send_scalar(handle, (uint32_t)value, &status, width, (uint32_t)(value >> 32));
    weft_mcapi_keep_to(&weft_mcapi_last.scalar_to, handle, 0, end_in_use(handle)->scalars_to, WEFT_MCAPI_CHANNEL);
    return status;
}

mcapi_status_t weft_mcapi_receive_scalar_anew(mcapi_sclchan_recv_hndl_t handle, uint32_t width, uint64_t *value)
{
    mcapi_status_t status;
    *value = weft_mcapi_receive_scalar(handle, &status, width);
    weft_mcapi_keep_from(&weft_mcapi_last.scalar_from, handle, end_in_use(handle)->scalars_from, WEFT_MCAPI_CHANNEL, 1);
    return status;
}

#endif
