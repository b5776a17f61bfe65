/* The short ways of MCAPI: a small message from buffer to link, and from link to the buffer of a receive that waits for
 * it, as calls.c takes them, and the functions behind it.
 *
 * One comparison says that a handle is right; what an endpoint may do, and with whom, has been noted when that changed,
 * so that the rest is a comparison or two. Where anything is not as it mostly is they return false, and the library's
 * functions, which check everything, find out why.
 */
#ifndef WEFT_MCAPI_SHORT_PATHS_H
#define WEFT_MCAPI_SHORT_PATHS_H

#include "mcapi/endpoint.h"
#include "mcapi/fast_ends.h"
#include <stddef.h>

#define WEFT_MCAPI_SHORT static inline __attribute__((always_inline))

/* A word of a program's buffer. */
typedef uint32_t __attribute__((may_alias)) weft_mcapi_word;

/* The port that an endpoint sends to; the compiler is to know that it is one of those that go the short way, so that it
 * need not take it out of the label again for probes. */
WEFT_MCAPI_SHORT uint32_t weft_mcapi_port_to(const struct weft_mcapi_endpoint *endpoint)
{
    if (endpoint->port_to >= WEFT_MCAPI_SHORT_PORTS) {
        __builtin_unreachable();
    }
    return endpoint->port_to;
}

/* A message to the endpoint that the last one went to. */
WEFT_MCAPI_SHORT bool weft_mcapi_try_send(mca_uint32_t from, mca_uint32_t to, const void *buffer, size_t size,
                                          unsigned priority)
{
    const struct weft_mcapi_endpoint *const endpoint = weft_mcapi_entry(from);
    return (endpoint->handle == from) && (endpoint->to == to) && (size <= WEFT_LINK_BLOCK) && (priority <= 1) &&
           (buffer != NULL) &&
           weft_fast_send(buffer, (uint32_t)size, endpoint->messages_to,
                          weft_label(WEFT_MCAPI_MESSAGE + priority, weft_mcapi_port_to(endpoint)),
                          WEFT_MCAPI_MESSAGE + priority);
}

WEFT_MCAPI_SHORT bool weft_mcapi_try_send_packet(mca_uint32_t handle, const void *buffer, size_t size)
{
    const struct weft_mcapi_endpoint *const end = weft_mcapi_entry(handle);
    const uint32_t most = WEFT_LINK_BLOCK < WEFT_MCAPI_PACKET_BYTES ? WEFT_LINK_BLOCK : WEFT_MCAPI_PACKET_BYTES;
    return (end->handle == handle) && (size <= most) && (buffer != NULL) &&
           weft_fast_send(buffer, (uint32_t)size, end->packets_to,
                          weft_label(WEFT_MCAPI_CHANNEL, weft_mcapi_port_to(end)), WEFT_MCAPI_CHANNEL);
}

/* A scalar of `width` bytes, of which the first are the lowest. */
WEFT_MCAPI_SHORT bool weft_mcapi_try_send_scalar(mca_uint32_t handle, const void *value, uint32_t width)
{
    const struct weft_mcapi_endpoint *const end = weft_mcapi_entry(handle);
    return (end->handle == handle) &&
           weft_fast_send(value, width, end->scalars_to, weft_label(WEFT_MCAPI_CHANNEL, weft_mcapi_port_to(end)),
                          WEFT_MCAPI_CHANNEL);
}

/* Puts back a scalar of another width than the program asked for, which came from this rank. */
void weft_mcapi_put_back(uint32_t rank, mca_uint32_t handle, const void *value, uint32_t width);

WEFT_MCAPI_SHORT bool weft_mcapi_try_receive_scalar(mca_uint32_t handle, void *value, uint32_t width)
{
    const struct weft_mcapi_endpoint *const end = weft_mcapi_entry(handle);
    weft_length length;
    if (!(end->handle == handle) ||
        !weft_fast_receive(value, width, end->scalars_from, weft_label(WEFT_MCAPI_CHANNEL, weft_mcapi_port_of(handle)),
                           WEFT_MCAPI_CHANNEL, weft_mcapi_port_of(handle), &length)) {
        return false;
    }
    if (!(length == width)) {
        weft_mcapi_put_back(end->scalars_from, handle, value, (uint32_t)length);
    }
    return (length == width);
}

/* The ends between which a message, a packet and a scalar went the short way last, each way, and what its link found of
 * them: a call for the same ends, which compares their handles, need look for nothing. From an end of messages only
 * while the node is quiet. */
struct weft_mcapi_last {
    struct weft_mcapi_last_to {
        mca_uint32_t from;
        mca_uint32_t to;
        uint32_t longest; /* message of more than a block that may be sent to it by weft_fast_send_long() */
        struct weft_fast_to link;
    } message_to, packet_to, scalar_to; /* messages: of the highest priority */
    struct weft_mcapi_last_from {
        mca_uint32_t handle;
        struct weft_fast_from link;
    } message_from, packet_from, scalar_from;
    /* The request of a receive that is the only one that waits, from message_from, whose handle it keeps; or none. */
    mca_uint32_t awaited;
};

extern WEFT_PER_RANK struct weft_mcapi_last weft_mcapi_last;

/* In the place of a handle: none. A handle has its highest bit set. */
#define WEFT_MCAPI_NONE WEFT_FAST_NONE

#define WEFT_MCAPI_LOAD_FROM(kept, owed, last)                                                                         \
    mca_uint32_t kept = (last)->handle;                                                                                \
    int32_t owed = weft_fast_owed(&(last)->link);                                                                      \
    WEFT_COMPUTE_NOW(kept);                                                                                            \
    WEFT_COMPUTE_NOW(owed)

/* Where a link keeps nothing of ends, the code for those of a word and for other ends than the last is not worth its
 * room. */
#ifdef WEFT_LINK_HAS_ENDS
#define WEFT_MCAPI_KEEPS_ENDS 1
#else
#define WEFT_MCAPI_KEEPS_ENDS 0
#endif

/* Is a message between the last ends prepared, which are these? */
WEFT_MCAPI_SHORT bool weft_mcapi_is_prepared(mca_uint32_t from, mca_uint32_t to, mca_uint32_t kept)
{
    return WEFT_LIKELY(weft_fast_is_prepared(from) && kept == to);
}

/* Begins to send a message of at most a word between the last ends, if it may; weft_fast_finish() is to follow. */
WEFT_MCAPI_SHORT bool weft_mcapi_begin_again(bool may, mca_uint32_t from, mca_uint32_t to, const void *buffer,
                                             size_t size, unsigned priority)
{
    const struct weft_mcapi_last_to *const last = &weft_mcapi_last.message_to;
    mca_uint32_t kept = last->to;
    WEFT_COMPUTE_NOW(kept);
    if (!WEFT_LIKELY(may && buffer != NULL && (uintptr_t)buffer % 4 == 0)) {
        return false;
    }
    if (WEFT_MCAPI_KEEPS_ENDS && WEFT_LIKELY(size == 4)) {
        weft_mcapi_word word = *(const weft_mcapi_word *)buffer;
        const struct weft_fast_loaded loaded = weft_fast_load(&last->link);
        WEFT_COMPUTE_NOW(word);
        if (!weft_mcapi_is_prepared(from, to, kept)) {
            return false;
        }
        if (WEFT_LIKELY(priority == 0)) {
            return weft_fast_begin_word(&last->link, loaded, word);
        }
    }
    return weft_mcapi_is_prepared(from, to, kept) && weft_fast_begin_part(&last->link, priority, buffer, size);
}

/* Whether the compiler sees which variable a status is for: it then keeps it in a register, if it is written at the
 * end. Any other is written before the wait. */
#define WEFT_MCAPI_SEES(status) __builtin_constant_p((status) != NULL)

/* Takes the next message from the last end; as weft_fast_take(), it may leave one that has a length. `*buffer` is then
 * computed, and the status may have been told. */
WEFT_MCAPI_SHORT bool weft_mcapi_take_again(mca_uint32_t handle, void **buffer, size_t room, const size_t *received,
                                            mcapi_status_t *status, weft_length *length)
{
    const struct weft_mcapi_last_from *const last = &weft_mcapi_last.message_from;
    WEFT_MCAPI_LOAD_FROM(kept, owed, last);
    *length = (weft_length)-1;
    if (!WEFT_LIKELY(kept == handle) || !*buffer || !received || (uintptr_t)*buffer % 4 != 0) {
        return false;
    }
    WEFT_COMPUTE_NOW(*buffer);
    if (!WEFT_MCAPI_SEES(status) && status != NULL) {
        *status = MCAPI_SUCCESS;
    }
    return weft_fast_take(&last->link, true, owed, __builtin_assume_aligned(*buffer, 4), room, length);
}

WEFT_MCAPI_SHORT bool weft_mcapi_begin_packet_again(mca_uint32_t handle, const void *buffer, size_t size)
{
    const struct weft_mcapi_last_to *const last = &weft_mcapi_last.packet_to;
    if (!WEFT_LIKELY(weft_fast_is_prepared(handle) && buffer != NULL && (uintptr_t)buffer % 4 == 0)) {
        return false;
    }
    return WEFT_MCAPI_KEEPS_ENDS && WEFT_LIKELY(size == 4)
               ? weft_fast_begin_word(&last->link, weft_fast_load(&last->link), *(const weft_mcapi_word *)buffer)
               : size <= WEFT_MCAPI_PACKET_BYTES && weft_fast_begin_part(&last->link, 0, buffer, size);
}

/* The buffer for the next packet that comes by the short path, if nothing uses it then, and what does. Before the first
 * packet there is none. */
#define WEFT_MCAPI_NO_BUFFER ((void *)UINTPTR_MAX)
struct weft_mcapi_spare {
    void *buffer;
    uint8_t *use;
};

/* A packet may be on its way to it; the program has it; packets of a channel come into it, or have come (armed.h). */
enum { WEFT_MCAPI_FREE, WEFT_MCAPI_FILLING, WEFT_MCAPI_GIVEN, WEFT_MCAPI_ARMED, WEFT_MCAPI_RETIRED };

extern WEFT_PER_RANK struct weft_mcapi_spare weft_mcapi_spare;

/* The longest packet of one block. */
#define WEFT_MCAPI_BLOCK (WEFT_LINK_BLOCK < WEFT_MCAPI_PACKET_BYTES ? WEFT_LINK_BLOCK : WEFT_MCAPI_PACKET_BYTES)

/* The same for a packet, into the spare buffer. */
WEFT_MCAPI_SHORT bool weft_mcapi_take_packet_again(mca_uint32_t handle, void *const *buffer, const size_t *received,
                                                   weft_length *length)
{
    const struct weft_mcapi_last_from *const last = &weft_mcapi_last.packet_from;
    const struct weft_mcapi_spare spare = weft_mcapi_spare;
    WEFT_MCAPI_LOAD_FROM(kept, owed, last);
    *length = (weft_length)-1;
    return WEFT_LIKELY(kept == handle && *spare.use == WEFT_MCAPI_FREE && buffer != NULL && received != NULL) &&
           weft_fast_take(&last->link, true, owed, __builtin_assume_aligned(spare.buffer, 4), WEFT_MCAPI_BLOCK, length);
}

/* The program has the spare buffer from now on. */
WEFT_MCAPI_SHORT void *weft_mcapi_spare_give(void)
{
    *weft_mcapi_spare.use = WEFT_MCAPI_GIVEN;
    return weft_mcapi_spare.buffer;
}

/* Nobody waits for a buffer while the node is quiet; nor is it before it is initialized. */
WEFT_MCAPI_SHORT bool weft_mcapi_release_again(const void *buffer)
{
    const struct weft_mcapi_spare spare = weft_mcapi_spare;
    if (!WEFT_LIKELY(buffer == spare.buffer && weft_mcapi_quiet && *spare.use == WEFT_MCAPI_GIVEN)) {
        return false;
    }
    *spare.use = WEFT_MCAPI_FREE;
    return true;
}

WEFT_MCAPI_SHORT bool weft_mcapi_begin_scalar_again(mca_uint32_t handle, const void *value, uint32_t width)
{
    const struct weft_mcapi_last_to *const last = &weft_mcapi_last.scalar_to;
    return WEFT_LIKELY(weft_fast_is_prepared(handle)) && width == 4 &&
           weft_fast_begin_word(&last->link, weft_fast_load(&last->link), *(const weft_mcapi_word *)value);
}

/* `value` has room for 8 bytes. */
WEFT_MCAPI_SHORT bool weft_mcapi_receive_scalar_again(mca_uint32_t handle, void *value, uint32_t width)
{
    const struct weft_mcapi_last_from *const last = &weft_mcapi_last.scalar_from;
    const uint32_t room = width < 4 ? 4 : width;
    weft_length length = (weft_length)-1;
    WEFT_MCAPI_LOAD_FROM(kept, owed, last);
    if (!WEFT_LIKELY(kept == handle && weft_fast_take(&last->link, true, owed, value, room, &length))) {
        if (length > room) {
            return false;
        }
        weft_fast_take_longer(&last->link, value, length);
    }
    if (!WEFT_LIKELY(length == width)) {
        weft_mcapi_put_back(weft_mcapi_entry(handle)->scalars_from, handle, value, (uint32_t)length);
    }
    return length == width;
}

#endif
