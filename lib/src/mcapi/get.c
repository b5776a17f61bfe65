/* Lookup of endpoints of any node by node and port (MCAPI 2.015, section "Endpoints"). A get of an endpoint that does
 * not exist yet is answered once it does. Endpoints that the platform file lists are known without a question.
 */
#include "mcapi_internal.h"

__attribute__((noinline)) static enum mcapi_status_codes check(mcapi_domain_t domain, mcapi_node_t node,
                                                               mcapi_port_t port)
{
    WEFT_MCAPI_ENTER();
    WEFT_MCAPI_TRY(weft_mcapi_check_node(domain, node));
    WEFT_REFUSE_IF(port > MCAPI_MAX_PORT, PORT_INVALID);
    return MCAPI_SUCCESS;
}

/* Asks the owner for the index in its table, which completes the handle. */
static enum mcapi_status_codes ask(mcapi_node_t node, mcapi_port_t port, mcapi_endpoint_t *out, mcapi_request_t *handle)
{
    const struct weft_mcapi_made made = weft_mcapi_request_new(WEFT_MCAPI_ASKS, handle);
    const mcapi_endpoint_t listed = weft_mcapi_listed(node, port);
    if (!made.request) {
        return made.code;
    }
    made.request->out = out;
    if (listed) {
        made.request->note.to = listed;
        made.request->engine.phase = WEFT_DONE;
        made.request->code = MCAPI_SUCCESS;
    } else {
        weft_mcapi_say(made.request, WEFT_MCAPI_GETS, WEFT_MCAPI_HANDLE(node, 0, port), 0);
    }
    return MCAPI_SUCCESS;
}

/* Counts the gets that have not been answered yet. */
static uint32_t count_gets(void)
{
    uint32_t count = 0;
    WEFT_MCAPI_FOR_EACH_REQUEST(request)
    {
        count += request->kind == WEFT_MCAPI_ASKS && request->note.what == WEFT_MCAPI_GETS;
    }
    return count;
}

static enum mcapi_status_codes get_i(mcapi_domain_t domain, mcapi_node_t node, mcapi_port_t port,
                                     mcapi_endpoint_t *endpoint, mcapi_request_t *handle)
{
    WEFT_MCAPI_TRY(check(domain, node, port));
    WEFT_REFUSE_IF(!endpoint, PARAMETER);
    if (count_gets() >= WEFT_MCAPI_MOST_GETS) {
        return MCAPI_ERR_ENDP_GET_LIMIT;
    }
    return ask(node, port, endpoint, handle);
}

void mcapi_endpoint_get_i(const mcapi_domain_t domain_id, const mcapi_node_t node_id, const mcapi_port_t port_id,
                          mcapi_endpoint_t *endpoint, mcapi_request_t *request, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, get_i(domain_id, node_id, port_id, endpoint, request));
}

enum mcapi_status_codes weft_mcapi_get_any(mcapi_domain_t domain, mcapi_node_t node, mcapi_port_t port,
                                           mcapi_timeout_t timeout, mcapi_endpoint_t *endpoint)
{
    WEFT_MCAPI_TRY(check(domain, node, port));
    *endpoint = weft_mcapi_listed(node, port);
    if (*endpoint) {
        return MCAPI_SUCCESS;
    }
    ask(node, port, endpoint, WEFT_MCAPI_WAITS);
    return weft_mcapi_await(timeout, NULL);
}

static enum mcapi_status_codes release(mcapi_endpoint_t endpoint)
{
    WEFT_MCAPI_TRY(weft_mcapi_check_endpoint(endpoint));
    const int32_t node = weft_mcapi_node_of(endpoint);
    if (weft_mcapi_listed((uint32_t)node, weft_mcapi_port_of(endpoint)) != endpoint) {
        struct weft_mcapi_request *const request = weft_mcapi_request_new(WEFT_MCAPI_SAYS, WEFT_MCAPI_WAITS).request;
        weft_mcapi_say(request, WEFT_MCAPI_RELEASES, endpoint, 0);
        return weft_mcapi_await(MCAPI_TIMEOUT_INFINITE, NULL);
    }
    return MCAPI_SUCCESS;
}

void mcapi_endpoint_release(const mcapi_endpoint_t endpoint, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, release(endpoint));
}
