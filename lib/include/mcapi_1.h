/* Compatibility with MCAPI 1 (1.063): its names and signatures, where they differ, in terms of MCAPI 2. A program that
 * includes this header, or is compiled with MCAPI_1_COMPATIBILITY defined, compiles unchanged. All nodes are in domain
 * 0.
 */
#ifndef MCAPI_1_H
#define MCAPI_1_H

#include <mcapi.h>

typedef mcapi_uint_t mcapi_version_t;

static inline void weft_mcapi_1_initialize(mcapi_node_t node, mcapi_version_t *version, mcapi_status_t *status)
{
    mcapi_info_t info;
    mcapi_initialize(0, node, NULL, NULL, version ? &info : NULL, status);
    if (version) {
        *version = MCAPI_VERSION;
    }
}
#define mcapi_initialize weft_mcapi_1_initialize

static inline mcapi_boolean_t weft_mcapi_1_wait(const mcapi_request_t *request, size_t *size, mcapi_status_t *status,
                                                mcapi_timeout_t timeout)
{
    return mcapi_wait(request, size, timeout, status);
}
#define mcapi_wait weft_mcapi_1_wait

static inline mcapi_int_t weft_mcapi_1_wait_any(size_t number, mcapi_request_t **requests, size_t *size,
                                                mcapi_status_t *status, mcapi_timeout_t timeout)
{
    return (mcapi_int_t)mcapi_wait_any(number, requests, size, timeout, status);
}
#define mcapi_wait_any weft_mcapi_1_wait_any

static inline void mcapi_get_endpoint_i(mcapi_node_t node, mcapi_port_t port, mcapi_endpoint_t *endpoint,
                                        mcapi_request_t *request, mcapi_status_t *status)
{
    mcapi_endpoint_get_i(0, node, port, endpoint, request, status);
}

static inline mcapi_endpoint_t mcapi_get_endpoint(mcapi_node_t node, mcapi_port_t port, mcapi_status_t *status)
{
    return mcapi_endpoint_get(0, node, port, MCAPI_TIMEOUT_INFINITE, status);
}

#define mcapi_get_node_id mcapi_node_id_get
#define mcapi_create_endpoint mcapi_endpoint_create
#define mcapi_delete_endpoint mcapi_endpoint_delete
#define mcapi_get_endpoint_attribute mcapi_endpoint_get_attribute
#define mcapi_set_endpoint_attribute mcapi_endpoint_set_attribute
#define mcapi_connect_pktchan_i mcapi_pktchan_connect_i
#define mcapi_open_pktchan_recv_i mcapi_pktchan_recv_open_i
#define mcapi_open_pktchan_send_i mcapi_pktchan_send_open_i
#define mcapi_pktchan_free mcapi_pktchan_release
#define mcapi_packetchan_recv_close_i mcapi_pktchan_recv_close_i
#define mcapi_packetchan_send_close_i mcapi_pktchan_send_close_i
#define mcapi_connect_sclchan_i mcapi_sclchan_connect_i
#define mcapi_open_sclchan_recv_i mcapi_sclchan_recv_open_i
#define mcapi_open_sclchan_send_i mcapi_sclchan_send_open_i

#endif
