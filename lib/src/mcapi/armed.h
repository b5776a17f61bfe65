/* The channel of packets each way that has buffers armed beforehand, where the link can do that (link/hibi/armed.h).
 *
 * It is the first that the platform file lists as sent by its node and as received by the other, both of them cores:
 * each node finds in the table of all that it is. How its packets go is between these two ends for good, also when the
 * channel is closed, and when a node begins again.
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

/* What there is of a packet that a request waits for. */
enum weft_mcapi_armed { WEFT_MCAPI_NOT_COME, WEFT_MCAPI_TAKEN, WEFT_MCAPI_BY_ENGINE };

#if WEFT_MCAPI_HAS_ARMED

/* Both ends of such a channel, from this node and to it; 0: there is none, or it is not known yet. */
struct weft_mcapi_pair {
    mcapi_endpoint_t own;
    mcapi_endpoint_t peer;
};
extern struct weft_mcapi_pair weft_mcapi_armed_out, weft_mcapi_armed_in;

static inline bool weft_mcapi_is_pair(const struct weft_mcapi_endpoint *end, const struct weft_mcapi_pair *pair)
{
    return end->handle == pair->own && end->peer == pair->peer && end->handle != 0;
}

/* map.c: the channel that this node has, as its sender or its receiver. */
struct weft_mcapi_pair weft_mcapi_armed_pair(uint32_t receives);

/* Before the engine of a node starts, of which this is the number on the link: what its peers may send at any time is
 * taken. */
static inline void weft_mcapi_armed_start(uint32_t number)
{
    weft_armed_take_from_start(number);
}

/* Is this the end of such a channel? The first to be asked about makes them known. */
bool weft_mcapi_is_armed(const struct weft_mcapi_endpoint *end);

/* Does this node receive in this way? */
static inline bool weft_mcapi_arms(void)
{
    return weft_mcapi_armed_in.own != 0;
}

/* Sends a packet, by the engine if there is no credit; of a request that waits for either, tries it. */
enum mcapi_status_codes weft_mcapi_armed_send(const struct weft_mcapi_endpoint *end, const void *buffer, uint32_t size,
                                              mcapi_request_t *handle);
bool weft_mcapi_armed_try(struct weft_mcapi_request *request);

/* Is this a send of which nothing has been sent, that waits for credit? */
static inline bool weft_mcapi_is_held_back(const struct weft_mcapi_request *request)
{
    return request->kind == WEFT_MCAPI_SEND_PACKET;
}

/* Did this message come from such a channel, by the engine? */
bool weft_mcapi_is_from_armed(const struct weft_envelope *envelope);

/* Takes the packet that a request waits for, which may have one more. */
enum weft_mcapi_armed weft_mcapi_armed_take(struct weft_mcapi_request *request);

/* How many packets have come, of which so many by the engine. */
uint32_t weft_mcapi_armed_available(uint32_t by_engine);

/* Packets that the program has or will have; does it have this one? Gives it back: whether it had it. */
uint32_t weft_mcapi_armed_taken(void);
bool weft_mcapi_armed_has(const void *packet);
bool weft_mcapi_armed_release(const void *packet);
void weft_mcapi_armed_release_all(void);

/* Drops the packets that have come; up to one that is dropped by the engine, with it. */
void weft_mcapi_armed_drop(void);
void weft_mcapi_armed_drop_by_engine(void);
void weft_mcapi_armed_drop_if_closed(void);

/* The ends of the last packet, while its calls can go straight to the link; or none. */
struct weft_mcapi_armed_last {
    mca_uint32_t to;
    mca_uint32_t from;
};
extern struct weft_mcapi_armed_last weft_mcapi_armed_last;

/* Keeps an end, if it can go straight to the link from now on. */
void weft_mcapi_armed_keep_to(mca_uint32_t handle);
void weft_mcapi_armed_keep_from(mca_uint32_t handle);

/* What names the sending end of packets as the one for which a packet is prepared. No message's end has that name: bit
 * 31 is not set, as it is of all handles; and it is not WEFT_FAST_NONE, which would be that of node 31. */
WEFT_MCAPI_SHORT uint32_t weft_mcapi_armed_name(mca_uint32_t handle)
{
    _Static_assert(WEFT_PEERS < 31, "bit 31 is that of the number of a node from 32 on");
    return handle << 1;
}

/* Of kept ends: sends, or takes, a packet that is no different from the last but for its buffer; any packet. */
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

/* No request waits for a packet of the channel any more. */
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
