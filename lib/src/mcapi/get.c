/* Endpoints of any node, by node and port (MCAPI 2.015, section "Endpoints"). Whoever asks for one that is not there
 * yet is answered once it is. What the platform file lists is known without asking.
 */
#include "mcapi_internal.h"

static enum mcapi_status_codes check(mcapi_domain_t domain, mcapi_node_t node, mcapi_port_t port)
{
    WEFT_MCAPI_TRY(weft_mcapi_check_node(domain, node));
    WEFT_REFUSE_IF(port > MCAPI_MAX_PORT, PORT_INVALID);
    return MCAPI_SUCCESS;
}

/* The place in the owner's table is what the answer tells. */
static void prepare(struct weft_mcapi_request *request, mcapi_node_t node, mcapi_port_t port, mcapi_endpoint_t *out)
{
    request->first = WEFT_MCAPI_ASKS;
    request->to = weft_mcapi_handle(node, 0, port);
    request->out = out;
}

static enum mcapi_status_codes get_i(mcapi_domain_t domain, mcapi_node_t node, mcapi_port_t port,
                                     mcapi_endpoint_t *endpoint, mcapi_request_t *handle)
{
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF(!endpoint || !handle, PARAMETER);
    WEFT_MCAPI_TRY(check(domain, node, port));
    struct weft_mcapi_request *const request = weft_mcapi_request_new(WEFT_MCAPI_ASK, handle);
    if (!request) {
        return MCAPI_ERR_REQUEST_LIMIT;
    }
    prepare(request, node, port, endpoint);
    request->result = weft_mcapi_listed(node, port);
    if (request->result) {
        weft_mcapi_end(request, MCAPI_SUCCESS);
    } else {
        weft_mcapi_begin(request);
    }
    return MCAPI_SUCCESS;
}

void mcapi_endpoint_get_i(const mcapi_domain_t domain_id, const mcapi_node_t node_id, const mcapi_port_t port_id,
                          mcapi_endpoint_t *endpoint, mcapi_request_t *request, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, get_i(domain_id, node_id, port_id, endpoint, request));
}

static enum mcapi_status_codes get(mcapi_domain_t domain, mcapi_node_t node, mcapi_port_t port,
                                   mcapi_timeout_t timeout, mcapi_endpoint_t *endpoint)
{
    WEFT_MCAPI_ENTER();
    WEFT_MCAPI_TRY(check(domain, node, port));
    *endpoint = weft_mcapi_listed(node, port);
    if (*endpoint) {
        return MCAPI_SUCCESS;
    }
    struct weft_mcapi_request *const request = &weft_mcapi.requests[WEFT_MCAPI_OWN_REQUEST];
    weft_mcapi_request_prepare(request, WEFT_MCAPI_ASK);
    prepare(request, node, port, endpoint);
    return weft_mcapi_carry_out(request, timeout, NULL);
}

mcapi_endpoint_t mcapi_endpoint_get(const mcapi_domain_t domain_id, const mcapi_node_t node_id,
                                    const mcapi_port_t port_id, const mcapi_timeout_t timeout,
                                    mcapi_status_t *mcapi_status)
{
    mcapi_endpoint_t endpoint = 0;
    weft_mcapi_tell(mcapi_status, get(domain_id, node_id, port_id, timeout, &endpoint));
    return endpoint;
}

/* Waits until the note is on its way, not until it is read. */
static enum mcapi_status_codes release(mcapi_endpoint_t endpoint)
{
    WEFT_MCAPI_ENTER();
    WEFT_REFUSE_IF(!weft_mcapi_is_endpoint(endpoint), ENDP_INVALID);
    const int32_t node = weft_mcapi_node_of(endpoint);
    if (weft_mcapi_listed((uint32_t)node, weft_mcapi_port_of(endpoint)) != endpoint) {
        while (!weft_mcapi_can_write()) {
            weft_progress_or_rest(&weft_mcapi.out.engine);
        }
        weft_mcapi.out.note = (struct weft_mcapi_note){.to = endpoint};
        weft_mcapi_write(node, WEFT_MCAPI_RELEASES);
        weft_mcapi_serve();
    }
    return MCAPI_SUCCESS;
}

void mcapi_endpoint_release(const mcapi_endpoint_t endpoint, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, release(endpoint));
}
