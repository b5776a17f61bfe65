/* The calls that open an end of a channel. One that the platform file lists is open at once, when it is opened for the
 * first time: its request is over when it begins.
 */
#include "mcapi_internal.h"

#include "mcapi/short_requests.h"

#if WEFT_MCAPI_HAS_TABLES && !WEFT_SMALL
static inline bool open_listed(uint32_t *out, mcapi_endpoint_t handle, mcapi_request_t *name, uint32_t kinds)
{
    struct weft_mcapi_endpoint *const end = weft_mcapi_entry(handle);
    struct weft_mcapi_request *const request =
        WEFT_MCAPI_SENT->kind == WEFT_MCAPI_UNUSED ? WEFT_MCAPI_SENT : WEFT_MCAPI_OTHER;
    const uint32_t state = end->state;
    if (!WEFT_LIKELY(weft_mcapi.running) || !WEFT_LIKELY(end->handle == handle) ||
        !WEFT_LIKELY(state == (WEFT_MCAPI_LISTED | kinds)) || !WEFT_LIKELY(out != NULL) || !WEFT_LIKELY(name != NULL) ||
        !WEFT_LIKELY(request->kind == WEFT_MCAPI_UNUSED)) {
        return false;
    }
    weft_mcapi_request_use(request, WEFT_MCAPI_DONE, name);
    request->engine.total = 0;
    end->state = (uint16_t)(state | WEFT_MCAPI_OPEN);
    *out = handle;
    return true;
}
#else
static inline bool open_listed(uint32_t *out, mcapi_endpoint_t handle, mcapi_request_t *name, uint32_t kinds)
{
    (void)out, (void)handle, (void)name, (void)kinds;
    return false;
}
#endif

static void open_and_tell(uint32_t *out, mcapi_endpoint_t handle, mcapi_request_t *request, mcapi_status_t *status,
                          uint32_t kinds)
{
    if (WEFT_LIKELY(open_listed(out, handle, request, kinds))) {
        weft_mcapi_tell(status, MCAPI_SUCCESS);
    } else {
        weft_mcapi_open(out, handle, request, status, kinds);
    }
}

#define OPEN_FUNCTIONS(channel, kind)                                                                                  \
    void mcapi_##channel##_recv_open_i(mcapi_##channel##_recv_hndl_t *receive_handle,                                  \
                                       const mcapi_endpoint_t receive_endpoint, mcapi_request_t *request,              \
                                       mcapi_status_t *mcapi_status)                                                   \
    {                                                                                                                  \
        open_and_tell(receive_handle, receive_endpoint, request, mcapi_status, (kind) | WEFT_MCAPI_RECEIVES);          \
    }                                                                                                                  \
    void mcapi_##channel##_send_open_i(mcapi_##channel##_send_hndl_t *send_handle,                                     \
                                       const mcapi_endpoint_t send_endpoint, mcapi_request_t *request,                 \
                                       mcapi_status_t *mcapi_status)                                                   \
    {                                                                                                                  \
        open_and_tell(send_handle, send_endpoint, request, mcapi_status, kind);                                        \
    }

OPEN_FUNCTIONS(pktchan, WEFT_MCAPI_PACKETS)
OPEN_FUNCTIONS(sclchan, WEFT_MCAPI_SCALARS)
