/* MCAPI calls that are compiled into the caller: the short way of a small message is then the instructions that move it
 * and a few that check its handle. Included by <mcapi.h>. Behind them are functions of the library, which check all.
 */
#ifndef WEFT_MCAPI_INLINE_H
#define WEFT_MCAPI_INLINE_H

/* These functions call static ones, of which a compiler warns that there may be many; all are compiled in line. */
#pragma GCC system_header

#include <weft/mcapi_long_way.h>
#include <weft/mcapi_quick.h>
#include <weft/slow_call.h>

/* In GNU's meaning of `extern inline`: never compiled on its own. */
#define WEFT_MCAPI_INLINE extern inline __attribute__((gnu_inline, always_inline))

/* A call that seldom happens: see <weft/slow_call.h>. */
#define WEFT_MCAPI_SLOW_CALL(function, a, b, c, d, e)                                                                  \
    weft_slow_call_5((weft_slow_function *)(function), (uint32_t)(a), (uint32_t)(b), (uint32_t)(c), (uint32_t)(d),     \
                     (uint32_t)(e))
#define WEFT_MCAPI_ADDRESS(pointer) ((uint32_t)(uintptr_t)(pointer))

WEFT_MCAPI_INLINE void weft_mcapi_say(mcapi_status_t *status, mcapi_status_t code)
{
    if (status != NULL) {
        *status = code;
    }
}

/* A program that initializes MCAPI asks the start code to prepare it: that costs the call no cycle. */
#ifdef WEFT_LINK_HAS_ENDS
#define WEFT_MCAPI_ASK_START_CODE()                                                                                    \
    __asm__ volatile(".pushsection .init_array, \"aw\", @init_array\n\t.4byte weft_mcapi_prepare\n\t.popsection")
#else
#define WEFT_MCAPI_ASK_START_CODE() ((void)0)
#endif

WEFT_MCAPI_INLINE void mcapi_initialize(mcapi_domain_t domain_id, mcapi_node_t node_id,
                                        const mcapi_node_attributes_t *mcapi_node_attributes,
                                        const mcapi_param_t *init_parameters, mcapi_info_t *mcapi_info,
                                        mcapi_status_t *mcapi_status)
{
    (void)mcapi_node_attributes, (void)init_parameters;
    WEFT_MCAPI_ASK_START_CODE();
    weft_mcapi_initialize(domain_id, node_id, mcapi_info, mcapi_status);
}

WEFT_MCAPI_INLINE void mcapi_msg_send(mcapi_endpoint_t send_endpoint, mcapi_endpoint_t receive_endpoint,
                                      const void *buffer, size_t buffer_size, mcapi_priority_t priority,
                                      mcapi_status_t *mcapi_status)
{
    WEFT_PROBE_MARK("enter mcapi_msg_send");
    if (WEFT_LIKELY(weft_mcapi_send_again(send_endpoint, receive_endpoint, buffer, buffer_size, priority))) {
        weft_mcapi_say(mcapi_status, MCAPI_SUCCESS);
    } else {
        weft_mcapi_say(mcapi_status, WEFT_MCAPI_SLOW_CALL(weft_mcapi_send_anew, send_endpoint, receive_endpoint,
                                                          WEFT_MCAPI_ADDRESS(buffer), buffer_size, priority));
    }
}

/* What the function behind writes has an object of its own: the program's stay in registers. */
WEFT_MCAPI_INLINE void mcapi_msg_recv(mcapi_endpoint_t receive_endpoint, void *buffer, size_t buffer_size,
                                      size_t *received_size, mcapi_status_t *mcapi_status)
{
    WEFT_PROBE_MARK("enter mcapi_msg_recv");
    if (WEFT_LIKELY(weft_mcapi_receive_again(receive_endpoint, buffer, buffer_size, received_size))) {
        weft_mcapi_say(mcapi_status, MCAPI_SUCCESS);
    } else {
        size_t received = 0;
        weft_mcapi_say(mcapi_status,
                       WEFT_MCAPI_SLOW_CALL(weft_mcapi_receive_anew, receive_endpoint, WEFT_MCAPI_ADDRESS(buffer),
                                            buffer_size, received_size ? WEFT_MCAPI_ADDRESS(&received) : 0, 0));
        if (received_size != NULL) {
            *received_size = received;
        }
    }
}

WEFT_MCAPI_INLINE void mcapi_pktchan_send(mcapi_pktchan_send_hndl_t send_handle, const void *buffer, size_t size,
                                          mcapi_status_t *mcapi_status)
{
    WEFT_PROBE_MARK("enter mcapi_pktchan_send");
    if (WEFT_LIKELY(weft_mcapi_send_packet_again(send_handle, buffer, size))) {
        weft_mcapi_say(mcapi_status, MCAPI_SUCCESS);
    } else {
        weft_mcapi_say(mcapi_status, WEFT_MCAPI_SLOW_CALL(weft_mcapi_send_packet_anew, send_handle,
                                                          WEFT_MCAPI_ADDRESS(buffer), size, 0, 0));
    }
}

WEFT_MCAPI_INLINE void mcapi_pktchan_recv(mcapi_pktchan_recv_hndl_t receive_handle, void **buffer,
                                          size_t *received_size, mcapi_status_t *mcapi_status)
{
    WEFT_PROBE_MARK("enter mcapi_pktchan_recv");
    if (WEFT_LIKELY(weft_mcapi_receive_packet_again(receive_handle, buffer, received_size))) {
        weft_mcapi_say(mcapi_status, MCAPI_SUCCESS);
    } else {
        weft_mcapi_say(mcapi_status,
                       WEFT_MCAPI_SLOW_CALL(weft_mcapi_receive_packet_anew, receive_handle, WEFT_MCAPI_ADDRESS(buffer),
                                            WEFT_MCAPI_ADDRESS(received_size), 0, 0));
    }
}

WEFT_MCAPI_INLINE void mcapi_pktchan_release(const void *buffer, mcapi_status_t *mcapi_status)
{
    if (WEFT_LIKELY(weft_mcapi_release_again(buffer))) {
        weft_mcapi_say(mcapi_status, MCAPI_SUCCESS);
    } else {
        weft_mcapi_say(mcapi_status,
                       WEFT_MCAPI_SLOW_CALL(weft_mcapi_release_anew, WEFT_MCAPI_ADDRESS(buffer), 0, 0, 0, 0));
    }
}

/* A scalar goes through a word of the stack, since links move words of the memory. */
#define WEFT_MCAPI_SCALARS_INLINE(bits)                                                                                \
    WEFT_MCAPI_INLINE void mcapi_sclchan_send_uint##bits(mcapi_sclchan_send_hndl_t send_handle,                        \
                                                         mcapi_uint##bits##_t dataword, mcapi_status_t *mcapi_status)  \
    {                                                                                                                  \
        const uint64_t value = dataword;                                                                               \
        WEFT_PROBE_MARK("enter mcapi_sclchan_send_uint" #bits);                                                        \
        if (WEFT_LIKELY(weft_mcapi_send_scalar_again(send_handle, &value, (bits) / 8))) {                              \
            weft_mcapi_say(mcapi_status, MCAPI_SUCCESS);                                                               \
        } else {                                                                                                       \
            weft_mcapi_say(mcapi_status, WEFT_MCAPI_SLOW_CALL(weft_mcapi_send_scalar_anew, send_handle, (bits) / 8,    \
                                                              value, value >> 32, 0));                                 \
        }                                                                                                              \
    }                                                                                                                  \
    WEFT_MCAPI_INLINE mcapi_uint##bits##_t mcapi_sclchan_recv_uint##bits(mcapi_sclchan_recv_hndl_t receive_handle,     \
                                                                         mcapi_status_t *mcapi_status)                 \
    {                                                                                                                  \
        uint64_t value;                                                                                                \
        WEFT_PROBE_MARK("enter mcapi_sclchan_recv_uint" #bits);                                                        \
        if (WEFT_LIKELY(weft_mcapi_receive_scalar_again(receive_handle, &value, (bits) / 8))) {                        \
            weft_mcapi_say(mcapi_status, MCAPI_SUCCESS);                                                               \
        } else {                                                                                                       \
            uint64_t other;                                                                                            \
            weft_mcapi_say(mcapi_status, WEFT_MCAPI_SLOW_CALL(weft_mcapi_receive_scalar_anew, receive_handle,          \
                                                              (bits) / 8, WEFT_MCAPI_ADDRESS(&other), 0, 0));          \
            value = other;                                                                                             \
        }                                                                                                              \
        return (mcapi_uint##bits##_t)value;                                                                            \
    }

WEFT_MCAPI_SCALARS_INLINE(64)
WEFT_MCAPI_SCALARS_INLINE(32)
WEFT_MCAPI_SCALARS_INLINE(16)
WEFT_MCAPI_SCALARS_INLINE(8)

#endif
