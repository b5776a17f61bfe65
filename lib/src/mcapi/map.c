/* Endpoints and channels that the platform file lists: they exist from the start, at every node that they belong to.
 * Nodes send no notes about them: all have the same table, made when the library is compiled, and each uses its own
 * part of it.
 */
#include "mcapi_internal.h"

#include "arch/copy.h"
#include "arch/inlined.h"
#include "mcapi/armed.h"

#ifdef WEFT_STATIC_ENDPOINTS

/* Initial state by the platform file's kind of end: 0: messages only; then, for each kind of channel, sending end and
 * receiving end.
 */
#define STATE(kind)                                                                                                    \
    ((kind) == 0                                                                                                       \
         ? WEFT_MCAPI_STATIC                                                                                           \
         : WEFT_MCAPI_LISTED | WEFT_MCAPI_PACKETS << ((kind)-1) / 2 | ((kind) % 2 == 0 ? WEFT_MCAPI_RECEIVES : 0))

#define NO_SHORT_WAY(node)                                                                                             \
    .messages_to = (node), .messages_from = (node), .packets_to = (node), .packets_from = (node),                      \
    .scalars_to = (node), .scalars_from = (node)

#define ENDPOINT(own_node, own_place, own_port, kind, peer_node, peer_place, peer_port)                                \
    {                                                                                                                  \
        .handle = WEFT_MCAPI_HANDLE(own_node, own_place, own_port),                                                    \
        NO_SHORT_WAY(own_node),                                                                                        \
        .state = STATE(kind),                                                                                          \
        .peer = (kind) == 0 ? 0 : WEFT_MCAPI_HANDLE(peer_node, peer_place, peer_port),                                 \
        .attributes = WEFT_MCAPI_USUAL_ATTRIBUTES,                                                                     \
        .timeout = MCAPI_TIMEOUT_INFINITE,                                                                             \
    },

/* Those of node N begin at first[N], in the order of their indices in its table. */
static const struct weft_mcapi_endpoint listed[] = {WEFT_STATIC_ENDPOINTS(ENDPOINT)};
static const uint16_t first[] = WEFT_STATIC_FIRST;

/* A hash table for each node: of the listed endpoints whose ports are equal modulo PORTS, it has the last, mostly the
 * only one.
 */
#define PORTS 8u
#define AT_PORT(own_node, own_place, own_port, ...)                                                                    \
    [own_node][(own_port) % PORTS] = WEFT_MCAPI_HANDLE(own_node, own_place, own_port),
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
static const mcapi_endpoint_t at_port[][PORTS] = {WEFT_STATIC_ENDPOINTS(AT_PORT)};
#pragma GCC diagnostic pop

static inline mcapi_endpoint_t find_at_once(uint32_t node, uint32_t port)
{
    if (node >= sizeof at_port / sizeof *at_port) {
        return 0;
    }
    const mcapi_endpoint_t handle = at_port[node][port % PORTS];
    return WEFT_LIKELY(weft_mcapi_port_of(handle) == port) ? handle : 0;
}

static inline mcapi_endpoint_t find(uint32_t node, uint32_t port)
{
    const uint32_t nodes = sizeof first / sizeof *first - 1;
    if (node < nodes) {
        for (uint32_t i = first[node]; i < first[node + 1]; i++) {
            if (weft_mcapi_port_of(listed[i].handle) == port) {
                return listed[i].handle;
            }
        }
    }
    return 0;
}

#define HAS_ROOM(own_node, own_place, own_port, kind, peer_node, peer_place, peer_port)                                \
    _Static_assert((own_place) < WEFT_MCAPI_ENDPOINTS, "the platform file lists more endpoints than there is room "    \
                                                       "for: build with a larger WEFT_MCAPI_ENDPOINTS");
WEFT_STATIC_ENDPOINTS(HAS_ROOM)

static void copy_listed(uint32_t node)
{
    const uint32_t count = (uint32_t)first[node + 1] - first[node];
    weft_copy(weft_mcapi_endpoints, &listed[first[node]], count * (uint32_t)sizeof *listed);
}

#if WEFT_MCAPI_HAS_ARMED
/* Returns the first end of a node for packets that it sends, or receives; or null. */
static const struct weft_mcapi_endpoint *first_end(uint32_t node, uint32_t receives)
{
    const uint32_t kinds = WEFT_MCAPI_PACKETS | receives;
    for (uint32_t i = first[node]; i < first[node + 1]; i++) {
        if ((listed[i].state & WEFT_MCAPI_KINDS) == kinds) {
            return &listed[i];
        }
    }
    return NULL;
}

static bool is_core(uint32_t node)
{
    return weft_node_of((int32_t)node) < WEFT_CORES;
}

struct weft_mcapi_pair weft_mcapi_armed_pair(uint32_t receives)
{
    const struct weft_mcapi_endpoint *const own = first_end((uint32_t)weft_self()->rank, receives);
    const uint32_t other = own ? (uint32_t)weft_mcapi_node_of(own->peer) : 0;
    if (!own || !is_core(other) || first_end(other, receives ^ WEFT_MCAPI_RECEIVES)->handle != own->peer) {
        return (struct weft_mcapi_pair){0, 0};
    }
    return (struct weft_mcapi_pair){own->handle, own->peer};
}
#endif

#if WEFT_MCAPI_HAS_TABLES
#define IN_TABLE(own_node, own_place, ...) [own_node][own_place] = ENDPOINT(own_node, own_place, __VA_ARGS__)

static struct weft_mcapi_endpoint tables[WEFT_NODES][WEFT_MCAPI_ENDPOINTS] = {WEFT_STATIC_ENDPOINTS(IN_TABLE)};
struct weft_mcapi_endpoint *weft_mcapi_endpoints = tables[0];

/* The table initially contains the listed endpoints; after mcapi_finalize() they must be copied again. */
void weft_mcapi_map(uint32_t node, bool again)
{
    weft_mcapi_endpoints = tables[node];
    if (again) {
        copy_listed(node);
    }
}
#else
void weft_mcapi_map(uint32_t node, bool again)
{
    (void)again;
    copy_listed(node);
}
#endif
#else
static inline mcapi_endpoint_t find(uint32_t node, uint32_t port)
{
    (void)node, (void)port;
    return 0;
}

static inline mcapi_endpoint_t find_at_once(uint32_t node, uint32_t port)
{
    return find(node, port);
}

void weft_mcapi_map(uint32_t node, bool again)
{
    (void)node, (void)again;
}
#endif

mcapi_endpoint_t weft_mcapi_listed(uint32_t node, uint32_t port)
{
    return find(node, port);
}

/* The general case is a separate function, so that the other one needs no stack frame. */
__attribute__((noinline)) static mcapi_endpoint_t get_any(mcapi_domain_t domain, mcapi_node_t node, mcapi_port_t port,
                                                          mcapi_timeout_t timeout, mcapi_status_t *status)
{
    mcapi_endpoint_t endpoint = 0;
    weft_mcapi_tell(status, weft_mcapi_get_any(domain, node, port, timeout, &endpoint));
    return endpoint;
}

/* For a listed endpoint only the node's initialization is checked. */
WEFT_INLINED mcapi_endpoint_t mcapi_endpoint_get(mcapi_domain_t domain_id, mcapi_node_t node_id, mcapi_port_t port_id,
                                                 mcapi_timeout_t timeout, mcapi_status_t *mcapi_status)
{
    uint32_t running = weft_mcapi.running; /* loaded before the lookup, which does not need it */
    if (!WEFT_SMALL) {
        WEFT_COMPUTE_NOW(running);
    }
    const mcapi_endpoint_t endpoint = !WEFT_SMALL && domain_id == 0 ? find_at_once(node_id, port_id) : 0;
    if (!WEFT_LIKELY(endpoint != 0 && running != 0)) {
        return get_any(domain_id, node_id, port_id, timeout, mcapi_status);
    }
    weft_mcapi_tell(mcapi_status, MCAPI_SUCCESS);
    return endpoint;
}
