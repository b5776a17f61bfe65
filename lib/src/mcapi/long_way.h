/* The slow paths of MCAPI's calls (calls.c): these functions check everything. */
#ifndef WEFT_MCAPI_LONG_WAY_H
#define WEFT_MCAPI_LONG_WAY_H

#include <mcapi.h>

#include "arch/small.h"

/* In a library compiled for size these functions are MCAPI's own. */
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

/* Send and receive a scalar of `width` bytes. It is passed in two halves: most arguments are then in the same registers
 * as those of MCAPI's own functions. */
void weft_mcapi_send_scalar(mcapi_sclchan_send_hndl_t handle, uint32_t low, mcapi_status_t *status, uint32_t width,
                            uint32_t high);
uint64_t weft_mcapi_receive_scalar(mcapi_sclchan_recv_hndl_t handle, mcapi_status_t *status, uint32_t width);

/* message.c: receives a message that the fast path has refused, perhaps only for lack of credit. */
void weft_mcapi_receive_other(mcapi_endpoint_t endpoint, void *buffer, size_t size, size_t *received,
                              mcapi_status_t *status);

/* short.c, message_ends.c: handle what the inlined calls do not: other messages between the last ends, and messages
 * between other ends, which are then cached. For a receive, `length` is that of a message that the call has not taken,
 * or larger than the buffer. */
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
