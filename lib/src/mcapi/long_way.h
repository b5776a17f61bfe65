/* The functions behind MCAPI's calls (calls.c): these check everything. */
#ifndef WEFT_MCAPI_LONG_WAY_H
#define WEFT_MCAPI_LONG_WAY_H

#include <mcapi.h>

#include "arch/small.h"

/* A library that is compiled to be small has these functions in the place of MCAPI's own. */
#if WEFT_SMALL
#define WEFT_MCAPI_CHECKED(name) mcapi_##name
#else
#define WEFT_MCAPI_CHECKED(name) weft_mcapi_checked_##name
#endif

void WEFT_MCAPI_CHECKED(msg_send)(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                                  mcapi_priority_t priority, mcapi_status_t *status);
void WEFT_MCAPI_CHECKED(msg_recv)(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received,
                                  mcapi_status_t *status);
void WEFT_MCAPI_CHECKED(msg_send_i)(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                                    mcapi_priority_t priority, mcapi_request_t *request, mcapi_status_t *status);
void WEFT_MCAPI_CHECKED(msg_recv_i)(mcapi_endpoint_t endpoint, void *buffer, size_t size, mcapi_request_t *request,
                                    mcapi_status_t *status);
mcapi_boolean_t WEFT_MCAPI_CHECKED(wait)(const mcapi_request_t *request, size_t *size, mcapi_timeout_t timeout,
                                         mcapi_status_t *status);
void WEFT_MCAPI_CHECKED(pktchan_send)(mcapi_pktchan_send_hndl_t handle, const void *buffer, size_t size,
                                      mcapi_status_t *status);
void WEFT_MCAPI_CHECKED(pktchan_recv)(mcapi_pktchan_recv_hndl_t handle, void **buffer, size_t *received,
                                      mcapi_status_t *status);
void WEFT_MCAPI_CHECKED(pktchan_release)(const void *buffer, mcapi_status_t *status);

/* A scalar of `width` bytes, in two halves: in MCAPI's own functions most arguments are then where they are wanted. */
void weft_mcapi_send_scalar(mcapi_sclchan_send_hndl_t handle, uint32_t low, mcapi_status_t *status, uint32_t width,
                            uint32_t high);
uint64_t weft_mcapi_receive_scalar(mcapi_sclchan_recv_hndl_t handle, mcapi_status_t *status, uint32_t width);

/* message.c: receives a message that the fast path has refused, perhaps for want of credit alone. */
void weft_mcapi_receive_other(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received,
                              mcapi_status_t *status);

/* short.c, message_ends.c: what the calls leave over: other messages between the last ends, and between others, which
 * from now on are kept. Receiving: `length` is that of a message that the call has left, or more than there is room
 * for. */
void weft_mcapi_send_anew(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                          mcapi_priority_t priority, mcapi_status_t *status);
void weft_mcapi_receive_anew(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received,
                             mcapi_status_t *status, weft_length length);
mcapi_status_t weft_mcapi_send_anew_i(mcapi_endpoint_t from, mcapi_endpoint_t to, const void *buffer, size_t size,
                                      mcapi_priority_t priority, mcapi_request_t *request);
mcapi_status_t weft_mcapi_receive_anew_i(mcapi_endpoint_t endpoint, void *buffer, size_t size,
                                         mcapi_request_t *request);
mcapi_boolean_t weft_mcapi_await_anew(const mcapi_request_t *request, size_t *size, mcapi_status_t *status,
                                      weft_length length);
void weft_mcapi_send_packet_anew(mcapi_pktchan_send_hndl_t handle, const void *buffer, size_t size,
                                 mcapi_status_t *status);
void weft_mcapi_receive_packet_anew(mcapi_pktchan_recv_hndl_t handle, void **buffer, size_t *received,
                                    mcapi_status_t *status);
mcapi_status_t weft_mcapi_send_scalar_anew(mcapi_sclchan_send_hndl_t handle, uint32_t width, uint64_t value);
mcapi_status_t weft_mcapi_receive_scalar_anew(mcapi_sclchan_recv_hndl_t handle, uint32_t width, uint64_t *value);

#endif
