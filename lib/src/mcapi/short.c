/* Which short ways (<weft/mcapi_quick.h>) an endpoint may go: noted here whenever something of it changes, so that the
 * ways themselves have little to look at. A library that is compiled to be small has none.
 */
#include "mcapi_internal.h"

#if !WEFT_SMALL

static void close(struct weft_mcapi_endpoint *endpoint)
{
    const uint8_t self = (uint8_t)weft_self()->rank;
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
    const uint8_t rank = (uint8_t)weft_mcapi_node_of(end->peer);
    const bool packets = (end->state & WEFT_MCAPI_PACKETS) != 0;
    if ((end->state & WEFT_MCAPI_RECEIVES) == 0) {
        end->port_to = (uint8_t)weft_mcapi_port_of(end->peer);
        *(packets ? &end->packets_to : &end->scalars_to) = rank;
    } else if (waits_for_ever(end)) {
        *(packets ? &end->packets_from : &end->scalars_from) = rank;
    }
}

void weft_mcapi_note_change(struct weft_mcapi_endpoint *endpoint)
{
    const uint32_t state = endpoint->state & (WEFT_MCAPI_OPEN | WEFT_MCAPI_PEER_CLOSED);
    const bool receives = (endpoint->state & WEFT_MCAPI_RECEIVES) != 0;
    const uint32_t port = weft_mcapi_port_of(receives ? endpoint->handle : endpoint->peer);
    close(endpoint);
    if (state == WEFT_MCAPI_OPEN && port < WEFT_MCAPI_SHORT_PORTS && takes_blocks(endpoint)) {
        open(endpoint);
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
        endpoint->messages_to = (uint8_t)weft_mcapi_node_of(to);
        endpoint->port_to = (uint8_t)port;
    }
}

/* One that only one message came from is not waited for: the way back from a wrong guess is long. */
void weft_mcapi_note_sender(struct weft_mcapi_endpoint *endpoint, int32_t rank)
{
    const uint32_t port = weft_mcapi_port_of(endpoint->handle);
    const bool again = endpoint->last_from == rank && port < WEFT_MCAPI_SHORT_PORTS && waits_for_ever(endpoint);
    endpoint->messages_from = (uint8_t)(again && is_for_messages(endpoint) ? rank : weft_self()->rank);
    endpoint->last_from = (uint8_t)rank;
}

static bool is_there(uint32_t rank)
{
    return rank < (uint32_t)weft_self()->size;
}

bool weft_mcapi_settle_to(uint32_t rank)
{
    return is_there(rank) && weft_credit_settle((int32_t)rank);
}

/* Who is about to wait has time to look for credit that it will want later. */
bool weft_mcapi_settle_from(uint32_t rank)
{
    const bool settled = weft_mcapi_settle_to(rank);
    if (settled) {
        weft_credit_collect((int32_t)rank);
    }
    return settled;
}

#endif
