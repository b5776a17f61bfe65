/* What the platform file lists: endpoints and channels that are there from the start, at every node that has a part in
 * them. No node tells another of these.
 */
#include "mcapi_internal.h"

#include "report.h"

#ifdef WEFT_STATIC_ENDPOINTS
static const struct {
    uint8_t node;
    uint16_t port;
} endpoints[] = WEFT_STATIC_ENDPOINTS;
#define ENDPOINTS (sizeof endpoints / sizeof *endpoints)

/* A node's listed endpoints are the first in its table, in the order of the list. */
mcapi_endpoint_t weft_mcapi_listed(uint32_t node, uint32_t port)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < ENDPOINTS; i++) {
        if (endpoints[i].node == node && endpoints[i].port == port) {
            return weft_mcapi_handle(node, place, port);
        }
        place += endpoints[i].node == node;
    }
    return 0;
}

static void make_endpoints(void)
{
    for (uint32_t i = 0; i < ENDPOINTS; i++) {
        if (endpoints[i].node == (uint32_t)weft_self()->rank) {
            struct weft_mcapi_endpoint *const endpoint = weft_mcapi_endpoint_new(endpoints[i].port);
            if (!endpoint) {
                weft_fatal("the platform file lists more endpoints than there is room for: build with a larger "
                           "WEFT_MCAPI_ENDPOINTS");
            }
            endpoint->state = WEFT_MCAPI_STATIC;
        }
    }
}
#else
mcapi_endpoint_t weft_mcapi_listed(uint32_t node, uint32_t port)
{
    (void)node, (void)port;
    return 0;
}

static void make_endpoints(void)
{
}
#endif

#ifdef WEFT_STATIC_CHANNELS
static const struct {
    uint8_t kind;
    uint8_t sender;
    uint16_t from;
    uint8_t receiver;
    uint16_t to;
} channels[] = WEFT_STATIC_CHANNELS;

/* Nobody waits for the other end of such a channel. */
#define ALREADY (WEFT_MCAPI_STATIC | WEFT_MCAPI_CONNECTED | WEFT_MCAPI_TOLD | WEFT_MCAPI_PEER_OPENS)

static void connect(mcapi_endpoint_t handle, mcapi_endpoint_t peer, uint32_t state)
{
    struct weft_mcapi_endpoint *const endpoint = weft_mcapi_own(handle);
    if (endpoint) {
        endpoint->state = (uint16_t)(ALREADY | state);
        endpoint->peer = peer;
        weft_mcapi_note_change(endpoint);
    }
}

static void make_channels(void)
{
    for (uint32_t i = 0; i < sizeof channels / sizeof *channels; i++) {
        const mcapi_endpoint_t from = weft_mcapi_listed(channels[i].sender, channels[i].from);
        const mcapi_endpoint_t to = weft_mcapi_listed(channels[i].receiver, channels[i].to);
        const uint32_t kind = WEFT_MCAPI_PACKETS << channels[i].kind;
        connect(from, to, kind);
        connect(to, from, kind | WEFT_MCAPI_RECEIVES);
    }
}
#else
static void make_channels(void)
{
}
#endif

void weft_mcapi_map(void)
{
    make_endpoints();
    make_channels();
}
