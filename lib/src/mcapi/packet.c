/* Packet channels (MCAPI 2.015, section "Packet channels"): packets are received into buffers of the library, which the
 * program releases.
 */
#include "mcapi_internal.h"

#include "mcapi/armed.h"
#include "mcapi/packet_buffers.h"

#define RECEIVES (WEFT_MCAPI_PACKETS | WEFT_MCAPI_RECEIVES)

#if !WEFT_SMALL
#ifdef __riscv
__attribute__((section(".sdata.weft_mcapi_spare")))
#endif
WEFT_PER_RANK struct weft_mcapi_spare weft_mcapi_spare = {.buffer = WEFT_MCAPI_NO_BUFFER};

bool weft_mcapi_packet_spare(void)
{
    struct weft_mcapi_buffer *const buffer = weft_mcapi_buffer_find();
    if (buffer && !weft_mcapi_arms()) {
        weft_mcapi_spare = (struct weft_mcapi_spare){buffer, weft_mcapi_buffer_use(buffer)};
    }
    return weft_mcapi_spare.use != NULL && !weft_mcapi_arms();
}
#endif

static struct weft_envelope envelope_to(const struct weft_mcapi_endpoint *end)
{
    return (struct weft_envelope){
        .rank = weft_mcapi_node_of(end->peer),
        .tag = (int32_t)weft_mcapi_port_of(end->handle),
        .context = WEFT_MCAPI_CHANNEL,
        .length = WEFT_MCAPI_PACKET_BYTES,
    };
}

static void begin_to_receive(struct weft_mcapi_request *request, struct weft_mcapi_buffer *buffer)
{
    const struct weft_envelope envelope = envelope_to(weft_mcapi_own(request->receive.endpoint));
    *weft_mcapi_buffer_use(buffer) = WEFT_MCAPI_FILLING;
    request->receive.buffer = buffer;
    weft_mcapi_leave(request);
    weft_receive_start(&request->engine, buffer, NULL, &envelope);
}

/* Invariant: packets of a channel are received in order, since requests wait in their order. */
bool weft_mcapi_try_packet(struct weft_mcapi_request *request)
{
    const struct weft_mcapi_endpoint *const end = weft_mcapi_entry(request->receive.endpoint);
    enum weft_mcapi_armed armed = WEFT_MCAPI_BY_ENGINE;
    if (!weft_mcapi_buffer_find()) {
        return false;
    }
    if (weft_mcapi_is_armed(end)) {
        request->engine.envelope = envelope_to(end);
        armed = weft_mcapi_armed_take(request);
    }
    if (armed == WEFT_MCAPI_BY_ENGINE) {
        begin_to_receive(request, weft_mcapi_buffer_find());
    }
    return armed != WEFT_MCAPI_NOT_COME;
}

static enum mcapi_status_codes send(mcapi_pktchan_send_hndl_t handle, const void *buffer, size_t size,
                                    mcapi_request_t *request)
{
    const struct weft_mcapi_found end = weft_mcapi_end_of(handle, WEFT_MCAPI_PACKETS, WEFT_MCAPI_OPEN);
    if (!end.endpoint) {
        return end.code;
    }
    const uint32_t most = weft_mcapi_get(end.endpoint->attributes, WEFT_MCAPI_MAX_PAYLOAD);
    WEFT_REFUSE_IF(!buffer && size > 0, PARAMETER);
    WEFT_REFUSE_IF(size > WEFT_MCAPI_PACKET_BYTES || size > most, PKT_SIZE);
    if (weft_mcapi_is_armed(end.endpoint)) {
        return weft_mcapi_armed_send(end.endpoint, buffer, (uint32_t)size, request);
    }
    return weft_mcapi_send_on(end.endpoint, buffer, (uint32_t)size, request);
}

/* Not inlined, since the fast path is long code with several callers. */
__attribute__((noinline)) static bool try_send(mcapi_pktchan_send_hndl_t handle, const void *buffer, size_t size)
{
    return !weft_mcapi_is_armed(weft_mcapi_entry(handle)) && weft_mcapi_try_send_packet(handle, buffer, size);
}

WEFT_CALLED static void send_and_tell(mcapi_pktchan_send_hndl_t handle, const void *buffer, size_t size,
                                      mcapi_request_t *request, mcapi_status_t *status)
{
    weft_mcapi_tell(status, send(handle, buffer, size, request));
}

void WEFT_MCAPI_CHECKED(pktchan_send)(const mcapi_pktchan_send_hndl_t send_handle, const void *buffer,
                                      const size_t size, mcapi_status_t *mcapi_status)
{
    if (!WEFT_SMALL &&
        (try_send(send_handle, buffer, size) ||
         (weft_mcapi_settle_to(weft_mcapi_entry(send_handle)->packets_to) && try_send(send_handle, buffer, size)))) {
        weft_mcapi_tell(mcapi_status, MCAPI_SUCCESS);
    } else {
        send_and_tell(send_handle, buffer, size, WEFT_MCAPI_WAITS, mcapi_status);
    }
}

void mcapi_pktchan_send_i(const mcapi_pktchan_send_hndl_t send_handle, const void *buffer, const size_t size,
                          mcapi_request_t *request, mcapi_status_t *mcapi_status)
{
    send_and_tell(send_handle, buffer, size, request, mcapi_status);
}

/* A blocking receive without a free buffer would never end: while the call waits, the program cannot release a
 * buffer. */
static enum mcapi_status_codes receive_i(mcapi_pktchan_recv_hndl_t handle, void **buffer, mcapi_request_t *name)
{
    const struct weft_mcapi_found end = weft_mcapi_end_of(handle, RECEIVES, WEFT_MCAPI_OPEN);
    if (!end.endpoint) {
        return end.code;
    }
    WEFT_REFUSE_IF(!buffer, PARAMETER);
    if (name == WEFT_MCAPI_WAITS && !weft_mcapi_buffer_find()) {
        return MCAPI_ERR_MEM_LIMIT;
    }
    const struct weft_mcapi_made made = weft_mcapi_request_new(WEFT_MCAPI_RECEIVE_PACKET, name);
    if (!made.request) {
        return made.code;
    }
    made.request->receive.endpoint = handle;
    made.request->out = buffer;
    weft_mcapi_begin(made.request);
    return MCAPI_SUCCESS;
}

void mcapi_pktchan_recv_i(const mcapi_pktchan_recv_hndl_t receive_handle, void **buffer, mcapi_request_t *request,
                          mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, receive_i(receive_handle, buffer, request));
}

/* Receives the next message on the fast path into a free buffer, if it is a packet of this channel. */
static inline bool receive_quickly(mcapi_pktchan_recv_hndl_t handle, void **buffer, size_t *received)
{
    const struct weft_mcapi_endpoint *const end = weft_mcapi_entry(handle);
    const uint32_t most = WEFT_LINK_BLOCK < WEFT_MCAPI_PACKET_BYTES ? WEFT_LINK_BLOCK : WEFT_MCAPI_PACKET_BYTES;
    struct weft_mcapi_buffer *const free = weft_mcapi_buffer_find();
    weft_length length;
    if (end->handle != handle || !buffer || !received || !free || weft_mcapi_is_armed(end) ||
        !weft_fast_receive(free, most, end->packets_from, weft_label(WEFT_MCAPI_CHANNEL, weft_mcapi_port_of(handle)),
                           WEFT_MCAPI_CHANNEL, weft_mcapi_port_of(handle), &length)) {
        return false;
    }
    *weft_mcapi_buffer_use(free) = WEFT_MCAPI_GIVEN;
    *buffer = free;
    *received = length;
    return true;
}

__attribute__((noinline)) static enum mcapi_status_codes receive(mcapi_pktchan_recv_hndl_t handle, void **buffer,
                                                                 size_t *received)
{
    WEFT_REFUSE_IF(!received, PARAMETER);
    WEFT_MCAPI_TRY(receive_i(handle, buffer, WEFT_MCAPI_WAITS));
    return weft_mcapi_await(weft_mcapi_entry(handle)->timeout, received);
}

/* Receives a packet that the fast path did not receive at once. */
__attribute__((noinline)) static void receive_with_credit(mcapi_pktchan_recv_hndl_t handle, void **buffer,
                                                          size_t *received, mcapi_status_t *status)
{
    const bool there =
        weft_mcapi_settle_from(weft_mcapi_entry(handle)->packets_from) && receive_quickly(handle, buffer, received);
    weft_mcapi_tell(status, there ? MCAPI_SUCCESS : receive(handle, buffer, received));
}

void WEFT_MCAPI_CHECKED(pktchan_recv)(const mcapi_pktchan_recv_hndl_t receive_handle, void **buffer,
                                      size_t *received_size, mcapi_status_t *mcapi_status)
{
    if (!WEFT_SMALL && receive_quickly(receive_handle, buffer, received_size)) {
        weft_mcapi_tell(mcapi_status, MCAPI_SUCCESS);
    } else {
        receive_with_credit(receive_handle, buffer, received_size, mcapi_status);
    }
}

mcapi_uint_t mcapi_pktchan_available(const mcapi_pktchan_recv_hndl_t receive_handle, mcapi_status_t *mcapi_status)
{
    const struct weft_mcapi_found end = weft_mcapi_end_of(receive_handle, RECEIVES, WEFT_MCAPI_OPEN);
    const mcapi_uint_t kept = weft_mcapi_available(end, WEFT_MCAPI_CHANNEL, 1, mcapi_status);
    return end.endpoint && weft_mcapi_is_armed(end.endpoint) ? weft_mcapi_armed_available(kept) : kept;
}

static enum mcapi_status_codes release(const void *buffer)
{
    WEFT_MCAPI_ENTER();
    if (!weft_mcapi_armed_release(buffer)) {
        uint8_t *const use = weft_mcapi_buffer_use(buffer);
        WEFT_REFUSE_IF(!use || *use != WEFT_MCAPI_GIVEN, BUF_INVALID);
        *use = WEFT_MCAPI_FREE;
    }
    if (weft_mcapi_waiting.first) {
        weft_mcapi_serve();
    }
    return MCAPI_SUCCESS;
}

void WEFT_MCAPI_CHECKED(pktchan_release)(const void *buffer, mcapi_status_t *mcapi_status)
{
    weft_mcapi_tell(mcapi_status, release(buffer));
}

static enum mcapi_status_codes test_release(const void *buffer, bool *released)
{
    WEFT_MCAPI_ENTER();
    const uint8_t *const use = weft_mcapi_buffer_use(buffer);
    const bool is_in_armed = weft_mcapi_armed_has(buffer);
    WEFT_REFUSE_IF(!use && !is_in_armed, BUF_INVALID);
    *released = !is_in_armed && *use != WEFT_MCAPI_GIVEN;
    return MCAPI_SUCCESS;
}

mcapi_boolean_t mcapi_pktchan_release_test(const void *buffer, mcapi_status_t *mcapi_status)
{
    bool released = false;
    weft_mcapi_tell(mcapi_status, test_release(buffer, &released));
    return released;
}
