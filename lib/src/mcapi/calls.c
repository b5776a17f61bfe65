/* The calls of MCAPI that move messages, packets and scalars. The compiler may inline them into the functions of a
 * program. The fast path of a small message (short_paths.h) then consists of the instructions that move it and a few
 * that check its handle, without a call. Whatever it refuses is passed on:
 *
 *     mcapi_msg_send(), ...          inlined: the ends of the last call                   short_paths.h
 *        |
 *     weft_mcapi_send_anew(), ...    other cached ends; caches the ends of this call      short.c, message_ends.c
 *        |
 *     WEFT_MCAPI_CHECKED(msg_send)   an endpoint's fast path; otherwise all checks        message.c, packet.c, scalar.c
 *        |
 *     weft_mcapi_send(), requests    the engine                                           send.c, request.c
 *
 * A library compiled for size has only the functions from WEFT_MCAPI_CHECKED() on.
 */
#include "mcapi_internal.h"

#include "arch/inlined.h"
#include "mcapi/armed.h"
#include "mcapi/short_requests.h"

#if !WEFT_SMALL

static inline void say(mcapi_status_t *status, mcapi_status_t code)
{
    if (status != NULL) {
        *status = code;
    }
}

/* Ends the send of a message that is on its way. Each branch stores the status last, so that the compiler knows its
 * value if the program tests it at once.
 */
WEFT_MCAPI_SHORT void finish(const struct weft_fast_to *to, mcapi_status_t *status)
{
    const bool has_credit = weft_fast_finish(to);
    say(status, MCAPI_SUCCESS);
    if (!has_credit) {
        weft_fast_has_spent(to);
    }
}

WEFT_INLINED void mcapi_msg_send(mcapi_endpoint_t send_endpoint, mcapi_endpoint_t receive_endpoint, const void *buffer,
                                 size_t buffer_size, mcapi_priority_t priority, mcapi_status_t *mcapi_status)
{
    const struct weft_mcapi_last_to *const last = &weft_mcapi_last.message_to;
    WEFT_PROBE_MARK("enter mcapi_msg_send");
    if (WEFT_LIKELY(weft_mcapi_begin_again(true, send_endpoint, receive_endpoint, buffer, buffer_size, priority))) {
        finish(&last->link, mcapi_status);
    } else {
        weft_mcapi_send_anew(send_endpoint, receive_endpoint, buffer, buffer_size, priority, mcapi_status);
    }
}

WEFT_INLINED void mcapi_msg_recv(mcapi_endpoint_t receive_endpoint, void *buffer, size_t buffer_size,
                                 size_t *received_size, mcapi_status_t *mcapi_status)
{
    weft_length length;
    WEFT_PROBE_MARK("enter mcapi_msg_recv");
    if (weft_mcapi_take_again(receive_endpoint, &buffer, buffer_size, received_size, mcapi_status, &length)) {
        *received_size = length;
        if (WEFT_MCAPI_SEES(mcapi_status)) {
            say(mcapi_status, MCAPI_SUCCESS);
        }
    } else {
        weft_mcapi_receive_anew(receive_endpoint, buffer, buffer_size, received_size, mcapi_status, length);
    }
}

WEFT_INLINED void mcapi_msg_send_i(mcapi_endpoint_t send_endpoint, mcapi_endpoint_t receive_endpoint,
                                   const void *buffer, size_t buffer_size, mcapi_priority_t priority,
                                   mcapi_request_t *request, mcapi_status_t *mcapi_status)
{
    WEFT_PROBE_MARK("enter mcapi_msg_send_i");
    if (weft_mcapi_send_again_i(send_endpoint, receive_endpoint, buffer, buffer_size, priority, request)) {
        say(mcapi_status, MCAPI_SUCCESS);
    } else {
        say(mcapi_status,
            weft_mcapi_send_anew_i(send_endpoint, receive_endpoint, buffer, buffer_size, priority, request));
    }
}

WEFT_INLINED void mcapi_msg_recv_i(mcapi_endpoint_t receive_endpoint, void *buffer, size_t buffer_size,
                                   mcapi_request_t *request, mcapi_status_t *mcapi_status)
{
    if (weft_mcapi_receive_again_i(receive_endpoint, buffer, buffer_size, request)) {
        say(mcapi_status, MCAPI_SUCCESS);
    } else {
        say(mcapi_status, weft_mcapi_receive_anew_i(receive_endpoint, buffer, buffer_size, request));
    }
}

WEFT_INLINED mcapi_boolean_t mcapi_wait(const mcapi_request_t *request, size_t *size, mcapi_timeout_t timeout,
                                        mcapi_status_t *mcapi_status)
{
    weft_length length;
    mca_uint32_t awaited = weft_mcapi_last.awaited; /* loaded before the first comparison */
    WEFT_PROBE_MARK("enter mcapi_wait");
    WEFT_COMPUTE_NOW(awaited);
    if (weft_mcapi_wait_sent(request, size)) {
        say(mcapi_status, MCAPI_SUCCESS);
        return MCAPI_TRUE;
    }
    if (!weft_mcapi_is_awaited(awaited, request, size, timeout)) {
        if (weft_mcapi_wait_again(request, size)) {
            say(mcapi_status, MCAPI_SUCCESS);
            return MCAPI_TRUE;
        }
        return WEFT_MCAPI_CHECKED(wait)(request, size, timeout, mcapi_status);
    }
    void *const buffer = WEFT_MCAPI_AWAITED->receive.buffer;
    const uint32_t room = WEFT_MCAPI_AWAITED->receive.room;
    if (weft_mcapi_take_awaited(buffer, room, &length)) {
        *size = length;
        say(mcapi_status, MCAPI_SUCCESS);
    } else {
        return weft_mcapi_await_anew(request, size, mcapi_status, length);
    }
    return MCAPI_TRUE;
}

WEFT_INLINED void mcapi_pktchan_send(mcapi_pktchan_send_hndl_t send_handle, const void *buffer, size_t size,
                                     mcapi_status_t *mcapi_status)
{
    WEFT_PROBE_MARK("enter mcapi_pktchan_send");
    if (WEFT_LIKELY(weft_mcapi_send_armed_again(send_handle, buffer, size))) {
        say(mcapi_status, MCAPI_SUCCESS);
    } else if (WEFT_LIKELY(weft_mcapi_begin_packet_again(send_handle, buffer, size))) {
        finish(&weft_mcapi_last.packet_to.link, mcapi_status);
    } else {
        weft_mcapi_send_packet_anew(send_handle, buffer, size, mcapi_status);
    }
}

WEFT_INLINED void mcapi_pktchan_recv(mcapi_pktchan_recv_hndl_t receive_handle, void **buffer, size_t *received_size,
                                     mcapi_status_t *mcapi_status)
{
    weft_length length;
    WEFT_PROBE_MARK("enter mcapi_pktchan_recv");
    if (WEFT_LIKELY(weft_mcapi_receive_armed_again(receive_handle, buffer, received_size))) {
        say(mcapi_status, MCAPI_SUCCESS);
    } else if (weft_mcapi_take_packet_again(receive_handle, buffer, received_size, &length)) {
        *buffer = weft_mcapi_spare_give();
        *received_size = length;
        say(mcapi_status, MCAPI_SUCCESS);
    } else if (length <= WEFT_MCAPI_BLOCK) {
        *buffer = weft_mcapi_spare_give();
        *received_size = length;
        say(mcapi_status, MCAPI_SUCCESS);
        weft_fast_take_longer(&weft_mcapi_last.packet_from.link, weft_mcapi_spare.buffer, length);
    } else {
        weft_mcapi_receive_packet_anew(receive_handle, buffer, received_size, mcapi_status);
    }
}

WEFT_INLINED void mcapi_pktchan_release(const void *buffer, mcapi_status_t *mcapi_status)
{
    if (weft_mcapi_release_armed_again(buffer) || weft_mcapi_release_again(buffer)) {
        say(mcapi_status, MCAPI_SUCCESS);
    } else {
        WEFT_MCAPI_CHECKED(pktchan_release)(buffer, mcapi_status);
    }
}

/* A scalar is copied to the stack, since links move words of memory. The compiler warns of this, because it sees the
 * size of the value but not the length of the message: the link moves no more than the width. */
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#define SCALARS(bits)                                                                                                  \
    WEFT_INLINED void mcapi_sclchan_send_uint##bits(mcapi_sclchan_send_hndl_t send_handle,                             \
                                                    mcapi_uint##bits##_t dataword, mcapi_status_t *mcapi_status)       \
    {                                                                                                                  \
        const uint64_t value = dataword;                                                                               \
        WEFT_PROBE_MARK("enter mcapi_sclchan_send_uint" #bits);                                                        \
        if (weft_mcapi_begin_scalar_again(send_handle, &value, (bits) / 8)) {                                          \
            finish(&weft_mcapi_last.scalar_to.link, mcapi_status);                                                     \
        } else {                                                                                                       \
            say(mcapi_status, weft_mcapi_send_scalar_anew(send_handle, (bits) / 8, dataword));                         \
        }                                                                                                              \
    }                                                                                                                  \
    WEFT_INLINED mcapi_uint##bits##_t mcapi_sclchan_recv_uint##bits(mcapi_sclchan_recv_hndl_t receive_handle,          \
                                                                    mcapi_status_t *mcapi_status)                      \
    {                                                                                                                  \
        uint64_t value;                                                                                                \
        WEFT_PROBE_MARK("enter mcapi_sclchan_recv_uint" #bits);                                                        \
        if (weft_mcapi_receive_scalar_again(receive_handle, &value, (bits) / 8)) {                                     \
            say(mcapi_status, MCAPI_SUCCESS);                                                                          \
        } else {                                                                                                       \
            uint64_t other;                                                                                            \
            say(mcapi_status, weft_mcapi_receive_scalar_anew(receive_handle, (bits) / 8, &other));                     \
            value = other;                                                                                             \
        }                                                                                                              \
        return (mcapi_uint##bits##_t)value;                                                                            \
    }

SCALARS(64)
SCALARS(32)
SCALARS(16)
SCALARS(8)

#endif
