/* The library's functions behind the MCAPI calls that are compiled in line: these check everything. */
#ifndef WEFT_MCAPI_LONG_WAY_H
#define WEFT_MCAPI_LONG_WAY_H

#include <mcapi.h>

void weft_mcapi_send_message(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                             mcapi_priority_t priority, mcapi_status_t *status);
void weft_mcapi_receive_message(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received,
                                mcapi_status_t *status);
void weft_mcapi_send_packet(mcapi_pktchan_send_hndl_t handle, const void *buffer, size_t size, mcapi_status_t *status);

/* A scalar of `width` bytes. */
void weft_mcapi_send_scalar(mcapi_sclchan_send_hndl_t handle, mcapi_status_t *status, uint32_t width, uint64_t value);
uint64_t weft_mcapi_receive_scalar(mcapi_sclchan_recv_hndl_t handle, mcapi_status_t *status, uint32_t width);

/* node.c: mcapi_initialize(), and what of it the start code can do before main. */
void weft_mcapi_initialize(mcapi_domain_t domain, mcapi_node_t node, mcapi_info_t *info, mcapi_status_t *status);
void weft_mcapi_prepare(void);

/* short.c: the same for ends other than the last ones, which from now on are. Of a program's calls these are called by
 * weft_slow_call() (<weft/slow_call.h>): what a function has to tell is in its result. */
mcapi_status_t weft_mcapi_send_anew(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                                    mcapi_priority_t priority);
mcapi_status_t weft_mcapi_receive_anew(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received);
mcapi_status_t weft_mcapi_send_packet_anew(mcapi_pktchan_send_hndl_t handle, const void *buffer, size_t size);
mcapi_status_t weft_mcapi_receive_packet_anew(mcapi_pktchan_recv_hndl_t handle, void **buffer, size_t *received);
mcapi_status_t weft_mcapi_release_anew(const void *buffer);
mcapi_status_t weft_mcapi_send_scalar_anew(mcapi_sclchan_send_hndl_t handle, uint32_t width, uint32_t low,
                                           uint32_t high);
mcapi_status_t weft_mcapi_receive_scalar_anew(mcapi_sclchan_recv_hndl_t handle, uint32_t width, uint64_t *value);

#endif
