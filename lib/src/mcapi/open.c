/* The calls that open an end of a channel. A channel that the platform file lists is open at once when it is opened for
 * the first time: its request is complete when it begins.
 */
#include "mcapi_internal.h"

#include "arch/inlined.h"
#include "mcapi/short_requests.h"

#if WEFT_MCAPI_HAS_TABLES && !WEFT_SMALL
/* Its request is one of two at constant addresses. */
WEFT_MCAPI_SHORT void open_by(struct weft_mcapi_request *request, mcapi_request_t *name)
{
    weft_mcapi_request_use(request, WEFT_MCAPI_DONE, name);
    request->engine.total = 0;
}

/* All values are loaded before the first comparison, so that no branch waits for its load. */
WEFT_MCAPI_SHORT bool open_listed(uint32_t *out, mcapi_endpoint_t handle, mcapi_request_t *name, uint32_t kinds)
{
    struct weft_mcapi_endpoint *end = weft_mcapi_entry(handle);
    WEFT_COMPUTE_NOW(end);
    uint32_t state = end->state;
    uint32_t there = end->handle;
    uint32_t sent = WEFT_MCAPI_SENT->kind;
    uint32_t other = WEFT_MCAPI_OTHER->kind;
    WEFT_COMPUTE_NOW(state);
    WEFT_COMPUTE_NOW(there);
    WEFT_COMPUTE_NOW(sent);
    WEFT_COMPUTE_NOW(other);
    if (!WEFT_LIKELY(weft_mcapi.running && there == handle && state == (WEFT_MCAPI_LISTED | kinds) && out != NULL &&
                     name != NULL)) {
        return false;
    }
    if (sent == WEFT_MCAPI_UNUSED) {
        open_by(WEFT_MCAPI_SENT, name);
    } else if (other == WEFT_MCAPI_UNUSED) {
        open_by(WEFT_MCAPI_OTHER, name);
    } else {
        return false;
    }
    end->state = (uint16_t)(state | WEFT_MCAPI_OPEN);
    *out = handle;
    return true;
}
#else
WEFT_MCAPI_SHORT bool open_listed(uint32_t *out, mcapi_endpoint_t handle, mcapi_request_t *name, uint32_t kinds)
{
    (void)out, (void)handle, (void)name, (void)kinds;
    return false;
}
#endif

WEFT_MCAPI_SHORT void open_and_tell(uint32_t *out, mcapi_endpoint_t handle, mcapi_request_t *request,
                                    mcapi_status_t *status, uint32_t kinds)
{
    if (WEFT_LIKELY(open_listed(out, handle, request, kinds))) {
        weft_mcapi_tell(status, MCAPI_SUCCESS);
    } else {
        weft_mcapi_open(out, handle, request, status, kinds);
    }
}

#define OPEN_FUNCTIONS(channel, kind)                                                                                  \
    WEFT_INLINED void mcapi_##channel##_recv_open_i(mcapi_##channel##_recv_hndl_t *receive_handle,                     \
                                                    const mcapi_endpoint_t receive_endpoint, mcapi_request_t *request, \
                                                    mcapi_status_t *mcapi_status)                                      \
    {                                                                                                                  \
        open_and_tell(receive_handle, receive_endpoint, request, mcapi_status, (kind) | WEFT_MCAPI_RECEIVES);          \
    }                                                                                                                  \
    WEFT_INLINED void mcapi_##channel##_send_open_i(mcapi_##channel##_send_hndl_t *send_handle,                        \
                                                    const mcapi_endpoint_t send_endpoint, mcapi_request_t *request,    \
                                                    mcapi_status_t *mcapi_status)                                      \
    {                                                                                                                  \
        open_and_tell(send_handle, send_endpoint, request, mcapi_status, kind);                                        \
    }

OPEN_FUNCTIONS(pktchan, WEFT_MCAPI_PACKETS)
OPEN_FUNCTIONS(sclchan, WEFT_MCAPI_SCALARS)
