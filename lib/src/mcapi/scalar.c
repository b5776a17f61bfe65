/* Scalar channels (MCAPI 2.015, section "Scalar channels"). A scalar is a message whose length is its width in bytes;
 * one of another width than the program requests stays in the queue.
 */
#include "mcapi_internal.h"

#include "arch/copy.h"

#define RECEIVES (WEFT_MCAPI_SCALARS | WEFT_MCAPI_RECEIVES)

static struct weft_envelope envelope_from(mcapi_endpoint_t peer, mcapi_endpoint_t receiver, uint32_t width)
{
    return (struct weft_envelope){
        .rank = weft_mcapi_node_of(peer),
        .tag = (int32_t)weft_mcapi_port_of(receiver),
        .context = WEFT_MCAPI_CHANNEL,
        .length = width,
    };
}

/* Little-endian: the first bytes are the lowest. */
static enum mcapi_status_codes send(mcapi_sclchan_send_hndl_t handle, uint64_t value, uint32_t width)
{
    const struct weft_mcapi_found end = weft_mcapi_end_of(handle, WEFT_MCAPI_SCALARS, WEFT_MCAPI_OPEN);
    return end.endpoint ? weft_mcapi_send_on(end.endpoint, &value, width, WEFT_MCAPI_WAITS) : end.code;
}

bool weft_mcapi_try_scalar(struct weft_mcapi_request *request)
{
    const bool come = weft_find_kept(&request->engine.envelope) != NULL;
    if (come) {
        weft_mcapi_leave(request);
        request->engine.phase = WEFT_DONE;
    }
    return come;
}

/* Receives the scalar that the call has waited for, which is in the engine's queue. */
static enum mcapi_status_codes receive_kept(uint64_t *value)
{
    struct weft_request *const request = &WEFT_MCAPI_OWN->engine;
    struct weft_message *const message = weft_find_kept(&request->envelope);
    const uint32_t width = (uint32_t)request->envelope.length;
    if (message->envelope.length != width) {
        return MCAPI_ERR_SCL_SIZE;
    }
    weft_message_unlink(message);
    weft_receive_message(request, value, NULL, width, message);
    weft_wait(request);
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes receive(mcapi_sclchan_recv_hndl_t handle, uint64_t *value, uint32_t width)
{
    const struct weft_mcapi_found end = weft_mcapi_end_of(handle, RECEIVES, WEFT_MCAPI_OPEN);
    if (!end.endpoint) {
        return end.code;
    }
    weft_mcapi_request_new(WEFT_MCAPI_AWAIT_SCALAR, WEFT_MCAPI_WAITS);
    WEFT_MCAPI_OWN->engine.envelope = envelope_from(end.endpoint->peer, handle, width);
    weft_mcapi_begin(WEFT_MCAPI_OWN);
    WEFT_MCAPI_TRY(weft_mcapi_await(end.endpoint->timeout, NULL));
    return receive_kept(value);
}

mcapi_uint_t mcapi_sclchan_available(const mcapi_sclchan_recv_hndl_t receive_handle, mcapi_status_t *mcapi_status)
{
    const struct weft_mcapi_found end = weft_mcapi_end_of(receive_handle, RECEIVES, WEFT_MCAPI_OPEN);
    return weft_mcapi_available(end, WEFT_MCAPI_CHANNEL, 1, mcapi_status);
}

/* Puts the scalar into the engine's queue, and corrects the count of credits owed, since it will be received again. No
 * earlier message of that rank waits, or the scalar would not have taken the fast path. */
void weft_mcapi_put_back(uint32_t rank, mcapi_endpoint_t handle, const void *value, uint32_t width)
{
    struct weft_slot *const slot = weft_slot_for(width);
    weft_self()->peers[rank].owed--;
    weft_copy(slot->block.words, value, width);
    slot->message.data = slot->block.words;
    slot->message.envelope = envelope_from(weft_mcapi_entry(handle)->peer, handle, width);
    weft_message_keep(&slot->message);
    weft_mcapi_set_quiet(false);
}

/* The fast paths, tried again if they lacked only credit. Not inlined: otherwise the compiler warns, because it sees
 * the size of the value but not the length of the message. */
__attribute__((noinline)) static bool try_send(mcapi_sclchan_send_hndl_t handle, const void *value, uint32_t width)
{
    return weft_mcapi_try_send_scalar(handle, value, width) ||
           (weft_mcapi_settle_to(weft_mcapi_entry(handle)->scalars_to) &&
            weft_mcapi_try_send_scalar(handle, value, width));
}

__attribute__((noinline)) static bool try_receive(mcapi_sclchan_recv_hndl_t handle, void *value, uint32_t width)
{
    return weft_mcapi_try_receive_scalar(handle, value, width) ||
           (weft_mcapi_settle_from(weft_mcapi_entry(handle)->scalars_from) &&
            weft_mcapi_try_receive_scalar(handle, value, width));
}

void weft_mcapi_send_scalar(mcapi_sclchan_send_hndl_t handle, uint32_t low, mcapi_status_t *status, uint32_t width,
                            uint32_t high)
{
    const uint64_t value = (uint64_t)high << 32 | low;
    const bool sent = !WEFT_SMALL && try_send(handle, &value, width);
    weft_mcapi_tell(status, sent ? MCAPI_SUCCESS : send(handle, value, width));
}

/* Returns the value that was received, or 0. */
uint64_t weft_mcapi_receive_scalar(mcapi_sclchan_recv_hndl_t handle, mcapi_status_t *status, uint32_t width)
{
    uint64_t value = 0;
    const bool there = !WEFT_SMALL && try_receive(handle, &value, width);
    weft_mcapi_tell(status, there ? MCAPI_SUCCESS : receive(handle, &value, width));
    return value;
}

#if WEFT_SMALL
#define SCALAR_FUNCTIONS(bits)                                                                                         \
    void mcapi_sclchan_send_uint##bits(const mcapi_sclchan_send_hndl_t send_handle,                                    \
                                       const mcapi_uint##bits##_t dataword, mcapi_status_t *mcapi_status)              \
    {                                                                                                                  \
        weft_mcapi_send_scalar(send_handle, (uint32_t)dataword, mcapi_status, (bits) / 8,                              \
                               (uint32_t)((uint64_t)dataword >> 32));                                                  \
    }                                                                                                                  \
    mcapi_uint##bits##_t mcapi_sclchan_recv_uint##bits(const mcapi_sclchan_recv_hndl_t receive_handle,                 \
                                                       mcapi_status_t *mcapi_status)                                   \
    {                                                                                                                  \
        return (mcapi_uint##bits##_t)weft_mcapi_receive_scalar(receive_handle, mcapi_status, (bits) / 8);              \
    }

SCALAR_FUNCTIONS(64)
SCALAR_FUNCTIONS(32)
SCALAR_FUNCTIONS(16)
SCALAR_FUNCTIONS(8)
#endif
