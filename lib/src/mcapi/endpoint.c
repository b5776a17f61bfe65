/* Endpoints of this node: creation, lookup, deletion (MCAPI 2.015, section "Endpoints"). */
#include "mcapi_internal.h"

#define FOR_EACH_ENDPOINT(endpoint)                                                                                    \
    for (struct weft_mcapi_endpoint *endpoint = weft_mcapi_endpoints;                                                  \
         endpoint < weft_mcapi_endpoints + WEFT_MCAPI_ENDPOINTS; endpoint++)

struct weft_mcapi_endpoint *weft_mcapi_own(mcapi_endpoint_t handle)
{
    struct weft_mcapi_endpoint *const endpoint = weft_mcapi_entry(handle);
    return handle != 0 && endpoint->handle == handle ? endpoint : NULL;
}

struct weft_mcapi_endpoint *weft_mcapi_at_port(uint32_t port)
{
    FOR_EACH_ENDPOINT(endpoint)
    {
        if (endpoint->handle && weft_mcapi_port_of(endpoint->handle) == port) {
            return endpoint;
        }
    }
    return NULL;
}

struct weft_mcapi_endpoint *weft_mcapi_endpoint_new(uint32_t port)
{
    FOR_EACH_ENDPOINT(endpoint)
    {
        if (!endpoint->handle) {
            const uint32_t place = (uint32_t)(endpoint - weft_mcapi_endpoints);
            *endpoint = (struct weft_mcapi_endpoint){
                .handle = WEFT_MCAPI_HANDLE(weft_self()->rank, place, port),
                .attributes = WEFT_MCAPI_USUAL_ATTRIBUTES,
                .timeout = MCAPI_TIMEOUT_INFINITE,
            };
            weft_mcapi_note_change(endpoint);
            weft_mcapi_nodes_move(&weft_mcapi.untold, &weft_mcapi.curious);
            return endpoint;
        }
    }
    return NULL;
}

enum mcapi_status_codes weft_mcapi_check_endpoint(mcapi_endpoint_t handle)
{
    const int32_t node = weft_mcapi_node_of(handle);
    const bool own = node == weft_self()->rank;
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF((handle & WEFT_MCAPI_VALID) == 0 || node >= weft_self()->size || (own && !weft_mcapi_own(handle)),
                   ENDP_INVALID);
    return MCAPI_SUCCESS;
}

/* A valid handle that is not in this node's table belongs to another node. */
struct weft_mcapi_found weft_mcapi_find(mcapi_endpoint_t handle)
{
    struct weft_mcapi_endpoint *const endpoint = weft_mcapi_own(handle);
    if (endpoint != NULL) {
        return (struct weft_mcapi_found){endpoint, MCAPI_SUCCESS};
    }
    const enum mcapi_status_codes code = weft_mcapi_check_endpoint(handle);
    return (struct weft_mcapi_found){NULL, code == MCAPI_SUCCESS ? MCAPI_ERR_ENDP_NOTOWNER : code};
}

static uint32_t free_port(void)
{
    uint32_t port = WEFT_MCAPI_FIRST_RESERVED_PORT;
    const uint32_t end = port + MCAPI_NUM_RESERVED_PORTS;
    while (port < end && weft_mcapi_at_port(port)) {
        port++;
    }
    return port < end ? port : MCAPI_PORT_ANY;
}

/* Creates an endpoint. One that the platform file lists exists already, and creating it succeeds. */
static enum mcapi_status_codes create(mcapi_port_t port, mcapi_endpoint_t *handle)
{
    WEFT_MCAPI_ENTER();
    if (port == MCAPI_PORT_ANY) {
        port = free_port();
        if (port == MCAPI_PORT_ANY) {
            return MCAPI_ERR_ENDP_NOPORTS;
        }
    }
    WEFT_REFUSE_IF(port > MCAPI_MAX_PORT, PORT_INVALID);
    struct weft_mcapi_endpoint *endpoint = weft_mcapi_at_port(port);
    WEFT_REFUSE_IF(endpoint && (endpoint->state & WEFT_MCAPI_STATIC) == 0, ENDP_EXISTS);
    endpoint = endpoint ? endpoint : weft_mcapi_endpoint_new(port);
    if (!endpoint) {
        return MCAPI_ERR_ENDP_LIMIT;
    }
    *handle = endpoint->handle;
    while (weft_mcapi_tell_news()) {
    }
    return MCAPI_SUCCESS;
}

mcapi_endpoint_t mcapi_endpoint_create(const mcapi_port_t port_id, mcapi_status_t *mcapi_status)
{
    mcapi_endpoint_t handle = 0;
    weft_mcapi_tell(mcapi_status, create(port_id, &handle));
    return handle;
}

/* Is this the end of a channel that the program has not closed yet? */
static bool is_in_channel(const struct weft_mcapi_endpoint *endpoint)
{
    const uint32_t state = endpoint->state;
    return (state & (WEFT_MCAPI_CONNECTED | WEFT_MCAPI_CONNECTING | WEFT_MCAPI_OPENING)) != 0 &&
           (state & WEFT_MCAPI_CLOSED) == 0;
}

/* Deletes an endpoint. Messages that have arrived for it and were not received are dropped. */
static enum mcapi_status_codes delete_endpoint(mcapi_endpoint_t handle)
{
    const struct weft_mcapi_found found = weft_mcapi_find(handle);
    if (!found.endpoint) {
        return found.code;
    }
    WEFT_REFUSE_IF(is_in_channel(found.endpoint), CHAN_OPEN);
    found.endpoint->handle = 0;
    weft_mcapi_note_change(found.endpoint);
    weft_mcapi_abandon(handle, MCAPI_ERR_ENDP_DELETED);
    weft_mcapi_serve();
    return MCAPI_SUCCESS;
}

void mcapi_endpoint_delete(const mcapi_endpoint_t endpoint, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, delete_endpoint(endpoint));
}
