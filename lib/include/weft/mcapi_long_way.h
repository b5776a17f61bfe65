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

#endif
