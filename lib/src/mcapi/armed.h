/* Packet channels whose receive buffers are armed in advance, one in each direction, where the link supports it
 * (link/hibi/armed.h).
 *
 * A channel is armed if it is the first packet channel that the platform file lists for its sending node, and also the
 * first for its receiving node, and both nodes are cores. Each node finds this in the table that all nodes share. The
 * packets between these two ends are transferred in this way permanently, also when the channel is closed, and when a
 * node is initialized again.
 */
#ifndef WEFT_MCAPI_ARMED_H
#define WEFT_MCAPI_ARMED_H

#include "mcapi_internal.h"

#if defined WEFT_LINK_ARMS && defined WEFT_STATIC_ENDPOINTS && WEFT_MCAPI_PACKET_BYTES < 0xFFFC
#define WEFT_MCAPI_HAS_ARMED 1
#define WEFT_MCAPI_ARMED_BUFFERS WEFT_ARMED_BUFFERS
#else
#define WEFT_MCAPI_HAS_ARMED 0
#define WEFT_MCAPI_ARMED_BUFFERS 0
#endif

/* State of the packet that a request waits for: not arrived; taken from an armed buffer; sent by the engine. */
enum weft_mcapi_armed { WEFT_MCAPI_NOT_COME, WEFT_MCAPI_TAKEN, WEFT_MCAPI_BY_ENGINE };

#if WEFT_MCAPI_HAS_ARMED

/* Both ends of the armed channel from this node, and of the one to it; 0: there is none, or it is not known yet. */
struct weft_mcapi_pair {
    mcapi_endpoint_t own;
    mcapi_endpoint_t peer;
};
extern struct weft_mcapi_pair weft_mcapi_armed_out, weft_mcapi_armed_in;

static inline bool weft_mcapi_is_pair(const struct weft_mcapi_endpoint *end, const struct weft_mcapi_pair *pair)
{
    return end->handle == pair->own && end->peer == pair->peer && end->handle != 0;
}

/* map.c: finds the armed channel of which this node is the sender or the receiver. */
struct weft_mcapi_pair weft_mcapi_armed_pair(uint32_t receives);

/* Called before the engine of a node starts; `number` is the node's number on the link. Its peers may send packets from
 * the start. */
static inline void weft_mcapi_armed_start(uint32_t number)
{
    weft_armed_take_from_start(number);
}

/* Is this the end of an armed channel? The first call finds the channels. */
bool weft_mcapi_is_armed(const struct weft_mcapi_endpoint *end);

/* Does this node receive in armed buffers? */
static inline bool weft_mcapi_arms(void)
{
    return weft_mcapi_armed_in.own != 0;
}

/* weft_mcapi_armed_send() sends a packet, by the engine if there is no credit. weft_mcapi_armed_try() tries to send the
 * packet of a request that waits for either. */
enum mcapi_status_codes weft_mcapi_armed_send(const struct weft_mcapi_endpoint *end, const void *buffer, uint32_t size,
                                              mcapi_request_t *handle);
bool weft_mcapi_armed_try(struct weft_mcapi_request *request);

/* Is this a send that waits for credit, of which nothing has been sent? */
static inline bool weft_mcapi_is_held_back(const struct weft_mcapi_request *request)
{
    return request->kind == WEFT_MCAPI_SEND_PACKET;
}

/* Did the engine receive this message from an armed channel? */
bool weft_mcapi_is_from_armed(const struct weft_envelope *envelope);

/* Takes the packet that a request waits for; the request must be entitled to one more packet. */
enum weft_mcapi_armed weft_mcapi_armed_take(struct weft_mcapi_request *request);

/* Returns the number of packets that have arrived; `by_engine` of them were sent by the engine. */
uint32_t weft_mcapi_armed_available(uint32_t by_engine);

/* Counts the packets in armed buffers that the program has or will get; returns whether the program has this packet;
 * releases it, and returns whether the program had it. */
uint32_t weft_mcapi_armed_taken(void);
bool weft_mcapi_armed_has(const void *packet);
bool weft_mcapi_armed_release(const void *packet);
void weft_mcapi_armed_release_all(void);

/* weft_mcapi_armed_drop() drops the packets that have arrived; weft_mcapi_armed_drop_by_engine() up to and including
 * one that the engine drops. */
void weft_mcapi_armed_drop(void);
void weft_mcapi_armed_drop_by_engine(void);
void weft_mcapi_armed_drop_if_closed(void);

/* The ends of the last packet, while calls with them may go straight to the link; otherwise none. */
struct weft_mcapi_armed_last {
    mca_uint32_t to;
    mca_uint32_t from;
};
extern struct weft_mcapi_armed_last weft_mcapi_armed_last;

/* Caches an end, if calls with it may go straight to the link from now on. */
void weft_mcapi_armed_keep_to(mca_uint32_t handle);
void weft_mcapi_armed_keep_from(mca_uint32_t handle);

/* Returns a name of the sending end for which a packet is prepared. It differs from all handles of messages' ends,
 * whose bit 31 is set, and from WEFT_FAST_NONE, which would be that of node 31. */
WEFT_MCAPI_SHORT uint32_t weft_mcapi_armed_name(mca_uint32_t handle)
{
    _Static_assert(WEFT_PEERS < 31, "bit 31 is that of the number of a node from 32 on");
    return handle << 1;
}

/* For cached ends: the `again` functions send or take a packet that differs from the last only in its buffer; the
 * `other` functions send or take any packet. */
WEFT_MCAPI_SHORT bool weft_mcapi_send_armed_again(mca_uint32_t handle, const void *buffer, size_t size)
{
    return weft_armed_send(weft_mcapi_armed_name(handle), buffer, size);
}

WEFT_MCAPI_SHORT bool weft_mcapi_receive_armed_again(mca_uint32_t handle, void **buffer, size_t *received)
{
    mca_uint32_t kept = weft_mcapi_armed_last.from;
    WEFT_COMPUTE_NOW(kept);
    if (!buffer || !received) {
        return false;
    }
    const uint32_t packet = weft_armed_take(kept == handle, received);
    if (packet == 0) {
        return false;
    }
    *buffer = (void *)(uintptr_t)packet;
    return true;
}

WEFT_MCAPI_SHORT bool weft_mcapi_release_armed_again(const void *buffer)
{
    uint32_t quiet = weft_mcapi_quiet;
    WEFT_COMPUTE_NOW(quiet);
    return weft_armed_release(quiet != 0, buffer);
}

bool weft_mcapi_send_armed_other(mca_uint32_t handle, const void *buffer, size_t size);
bool weft_mcapi_receive_armed_other(mca_uint32_t handle, void **buffer, size_t *received);

static inline void weft_mcapi_armed_forget(bool to, bool from)
{
    if (to) {
        weft_mcapi_armed_last.to = WEFT_MCAPI_NONE;
        weft_armed_prepare_not();
    }
    weft_mcapi_armed_last.from = from ? WEFT_MCAPI_NONE : weft_mcapi_armed_last.from;
}

/* Notes that no request waits for a packet of the channel. */
static inline void weft_mcapi_armed_await_not(void)
{
    weft_armed_from.is_awaited = false;
}
#else
static inline void weft_mcapi_armed_start(uint32_t number)
{
    (void)number;
}
static inline bool weft_mcapi_is_armed(const struct weft_mcapi_endpoint *end)
{
    (void)end;
    return false;
}
static inline bool weft_mcapi_arms(void)
{
    return false;
}
static inline enum mcapi_status_codes weft_mcapi_armed_send(const struct weft_mcapi_endpoint *end, const void *buffer,
                                                            uint32_t size, mcapi_request_t *handle)
{
    (void)end, (void)buffer, (void)size, (void)handle;
    return MCAPI_ERR_GENERAL;
}
static inline bool weft_mcapi_is_held_back(const struct weft_mcapi_request *request)
{
    (void)request;
    return false;
}
static inline bool weft_mcapi_is_from_armed(const struct weft_envelope *envelope)
{
    (void)envelope;
    return false;
}
static inline enum weft_mcapi_armed weft_mcapi_armed_take(struct weft_mcapi_request *request)
{
    (void)request;
    return WEFT_MCAPI_BY_ENGINE;
}
static inline uint32_t weft_mcapi_armed_available(uint32_t by_engine)
{
    return by_engine;
}
static inline uint32_t weft_mcapi_armed_taken(void)
{
    return 0;
}
static inline bool weft_mcapi_armed_has(const void *packet)
{
    (void)packet;
    return false;
}
static inline bool weft_mcapi_armed_release(const void *packet)
{
    (void)packet;
    return false;
}
static inline void weft_mcapi_armed_release_all(void)
{
}
static inline void weft_mcapi_armed_drop(void)
{
}
static inline void weft_mcapi_armed_drop_by_engine(void)
{
}
static inline void weft_mcapi_armed_drop_if_closed(void)
{
}
static inline void weft_mcapi_armed_await_not(void)
{
}
static inline void weft_mcapi_armed_keep_to(mca_uint32_t handle)
{
    (void)handle;
}
static inline void weft_mcapi_armed_keep_from(mca_uint32_t handle)
{
    (void)handle;
}
static inline void weft_mcapi_armed_forget(bool to, bool from)
{
    (void)to, (void)from;
}
static inline bool weft_mcapi_send_armed_again(mca_uint32_t handle, const void *buffer, size_t size)
{
    (void)handle, (void)buffer, (void)size;
    return false;
}
static inline bool weft_mcapi_send_armed_other(mca_uint32_t handle, const void *buffer, size_t size)
{
    (void)handle, (void)buffer, (void)size;
    return false;
}
static inline bool weft_mcapi_receive_armed_again(mca_uint32_t handle, void **buffer, size_t *received)
{
    (void)handle, (void)buffer, (void)received;
    return false;
}
static inline bool weft_mcapi_receive_armed_other(mca_uint32_t handle, void **buffer, size_t *received)
{
    (void)handle, (void)buffer, (void)received;
    return false;
}
static inline bool weft_mcapi_release_armed_again(const void *buffer)
{
    (void)buffer;
    return false;
}
#endif

#endif
