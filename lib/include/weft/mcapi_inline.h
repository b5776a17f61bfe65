/* MCAPI calls that are compiled into the caller: the short way of a small message is then the instructions that move it
 * and a few that check its handle. Included by <mcapi.h>. Behind them are functions of the library, which check all.
 */
#ifndef WEFT_MCAPI_INLINE_H
#define WEFT_MCAPI_INLINE_H

/* These functions call static ones, of which a compiler warns that there may be many; all are compiled in line. */
#pragma GCC system_header

#include <weft/mcapi_long_way.h>
#include <weft/mcapi_quick.h>

/* In GNU's meaning of `extern inline`: never compiled on its own. */
#define WEFT_MCAPI_INLINE extern inline __attribute__((gnu_inline, always_inline))

WEFT_MCAPI_INLINE void weft_mcapi_succeed(mcapi_status_t *status)
{
    if (status != NULL) {
        *status = MCAPI_SUCCESS;
    }
}

WEFT_MCAPI_INLINE void mcapi_msg_send(mcapi_endpoint_t send_endpoint, mcapi_endpoint_t receive_endpoint,
                                      const void *buffer, size_t buffer_size, mcapi_priority_t priority,
                                      mcapi_status_t *mcapi_status)
{
    WEFT_PROBE_MARK("enter mcapi_msg_send");
    if (WEFT_LIKELY(weft_mcapi_try_send(send_endpoint, receive_endpoint, buffer, buffer_size, priority))) {
        weft_mcapi_succeed(mcapi_status);
    } else {
        weft_mcapi_send_message(send_endpoint, receive_endpoint, buffer, buffer_size, priority, mcapi_status);
    }
}

WEFT_MCAPI_INLINE void mcapi_msg_recv(mcapi_endpoint_t receive_endpoint, void *buffer, size_t buffer_size,
                                      size_t *received_size, mcapi_status_t *mcapi_status)
{
    WEFT_PROBE_MARK("enter mcapi_msg_recv");
    if (WEFT_LIKELY(weft_mcapi_try_receive(receive_endpoint, buffer, buffer_size, received_size))) {
        weft_mcapi_succeed(mcapi_status);
    } else {
        weft_mcapi_receive_message(receive_endpoint, buffer, buffer_size, received_size, mcapi_status);
    }
}

WEFT_MCAPI_INLINE void mcapi_pktchan_send(mcapi_pktchan_send_hndl_t send_handle, const void *buffer, size_t size,
                                          mcapi_status_t *mcapi_status)
{
    WEFT_PROBE_MARK("enter mcapi_pktchan_send");
    if (WEFT_LIKELY(weft_mcapi_try_send_packet(send_handle, buffer, size))) {
        weft_mcapi_succeed(mcapi_status);
    } else {
        weft_mcapi_send_packet(send_handle, buffer, size, mcapi_status);
    }
}

/* A scalar goes through a word of the stack, since links move words of the memory. */
#define WEFT_MCAPI_SCALARS_INLINE(bits)                                                                                \
    WEFT_MCAPI_INLINE void mcapi_sclchan_send_uint##bits(mcapi_sclchan_send_hndl_t send_handle,                        \
                                                         mcapi_uint##bits##_t dataword, mcapi_status_t *mcapi_status)  \
    {                                                                                                                  \
        const uint64_t value = dataword;                                                                               \
        WEFT_PROBE_MARK("enter mcapi_sclchan_send_uint" #bits);                                                        \
        if (WEFT_LIKELY(weft_mcapi_try_send_scalar(send_handle, &value, (bits) / 8))) {                                \
            weft_mcapi_succeed(mcapi_status);                                                                          \
        } else {                                                                                                       \
            weft_mcapi_send_scalar(send_handle, mcapi_status, (bits) / 8, value);                                      \
        }                                                                                                              \
    }                                                                                                                  \
    WEFT_MCAPI_INLINE mcapi_uint##bits##_t mcapi_sclchan_recv_uint##bits(mcapi_sclchan_recv_hndl_t receive_handle,     \
                                                                         mcapi_status_t *mcapi_status)                 \
    {                                                                                                                  \
        uint64_t value;                                                                                                \
        WEFT_PROBE_MARK("enter mcapi_sclchan_recv_uint" #bits);                                                        \
        if (WEFT_LIKELY(weft_mcapi_try_receive_scalar(receive_handle, &value, (bits) / 8))) {                          \
            weft_mcapi_succeed(mcapi_status);                                                                          \
        } else {                                                                                                       \
            value = weft_mcapi_receive_scalar(receive_handle, mcapi_status, (bits) / 8);                               \
        }                                                                                                              \
        return (mcapi_uint##bits##_t)value;                                                                            \
    }

WEFT_MCAPI_SCALARS_INLINE(64)
WEFT_MCAPI_SCALARS_INLINE(32)
WEFT_MCAPI_SCALARS_INLINE(16)
WEFT_MCAPI_SCALARS_INLINE(8)

#endif
