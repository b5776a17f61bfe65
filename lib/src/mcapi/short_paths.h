/* The fast paths of MCAPI, used by calls.c and the functions that it calls: a small message from the buffer to the
 * link, and from the link to the buffer of a receive that waits for it.
 *
 * One comparison checks a handle. What an endpoint may do, and with which rank, was recorded when it last changed
 * (short.c), so that one or two more comparisons suffice. In any other case they return false, and the slow paths,
 * which check everything, find the reason.
 */
#ifndef WEFT_MCAPI_SHORT_PATHS_H
#define WEFT_MCAPI_SHORT_PATHS_H

#include "mcapi/endpoint.h"
#include "mcapi/fast_ends.h"
#include <stddef.h>

#define WEFT_MCAPI_SHORT static inline __attribute__((always_inline))

/* A word of a program's buffer. */
typedef uint32_t __attribute__((may_alias)) weft_mcapi_word;

/* Returns the port to which an endpoint sends. Tells the compiler that it is one of the fast path's, so that the
 * compiler need not extract it from the label again for probes. */
WEFT_MCAPI_SHORT uint32_t weft_mcapi_port_to(const struct weft_mcapi_endpoint *endpoint)
{
    if (endpoint->port_to >= WEFT_MCAPI_SHORT_PORTS) {
        __builtin_unreachable();
    }
    return endpoint->port_to;
}

/* Sends a message to the same endpoint as the last one. */
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

/* Sends a scalar of `width` bytes, little endian. */
WEFT_MCAPI_SHORT bool weft_mcapi_try_send_scalar(mca_uint32_t handle, const void *value, uint32_t width)
{
    const struct weft_mcapi_endpoint *const end = weft_mcapi_entry(handle);
    return (end->handle == handle) &&
           weft_fast_send(value, width, end->scalars_to, weft_label(WEFT_MCAPI_CHANNEL, weft_mcapi_port_to(end)),
                          WEFT_MCAPI_CHANNEL);
}

/* Puts a scalar of another width than requested, which came from this rank, into the engine's queue. */
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

/* The ends of the last message, packet and scalar on the fast path in each direction, and the link's data for them: a
 * call with the same handles looks up nothing else. The receiving end of messages is valid only while the node is
 * quiet. */
struct weft_mcapi_last {
    struct weft_mcapi_last_to {
        mca_uint32_t from;
        mca_uint32_t to;
        uint32_t longest; /* maximum length of a message for weft_fast_send_long() */
        struct weft_fast_to link;
    } message_to, packet_to, scalar_to; /* messages: of the highest priority */
    struct weft_mcapi_last_from {
        mca_uint32_t handle;
        struct weft_fast_from link;
    } message_from, packet_from, scalar_from;
    /* Handle of the receive that is the only waiting request, at the end message_from, whose handle it replaces; or
     * none. */
    mca_uint32_t awaited;
};

extern WEFT_PER_RANK struct weft_mcapi_last weft_mcapi_last;

/* In place of a handle: none. All handles have their highest bit set. */
#define WEFT_MCAPI_NONE WEFT_FAST_NONE

#define WEFT_MCAPI_LOAD_FROM(kept, owed, last)                                                                         \
    mca_uint32_t kept = (last)->handle;                                                                                \
    int32_t owed = weft_fast_owed(&(last)->link);                                                                      \
    WEFT_COMPUTE_NOW(kept);                                                                                            \
    WEFT_COMPUTE_NOW(owed)

/* For a link without data for ends, the code for messages of a word and for ends other than the last is not worth its
 * size. */
#ifdef WEFT_LINK_HAS_ENDS
#define WEFT_MCAPI_KEEPS_ENDS 1
#else
#define WEFT_MCAPI_KEEPS_ENDS 0
#endif

/* Is a message prepared between these ends, which are the last? */
WEFT_MCAPI_SHORT bool weft_mcapi_is_prepared(mca_uint32_t from, mca_uint32_t to, mca_uint32_t kept)
{
    return WEFT_LIKELY(weft_fast_is_prepared(from) && kept == to);
}

/* Begins to send a message between the last ends, if `may`; weft_fast_finish() must follow. */
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

/* Does the compiler see which variable a status is stored in? Then it keeps it in a register, and the status is stored
 * at the end. Otherwise it is stored before the wait. */
#define WEFT_MCAPI_SEES(status) __builtin_constant_p((status) != NULL)

/* Takes the next message from the last end. Like weft_fast_take(), it may find a message without taking it, and return
 * its length; `*buffer` is then computed, and the status may have been stored. */
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
    return WEFT_MCAPI_KEEPS_ENDS && size == 4
               ? weft_fast_begin_word(&last->link, weft_fast_load(&last->link), *(const weft_mcapi_word *)buffer)
               : size <= WEFT_MCAPI_PACKET_BYTES && weft_fast_begin_part(&last->link, 0, buffer, size);
}

/* The buffer for the next packet on the fast path, valid if its use is then WEFT_MCAPI_FREE, and a pointer to its use.
 * Before the first packet there is none. */
#define WEFT_MCAPI_NO_BUFFER ((void *)UINTPTR_MAX)
struct weft_mcapi_spare {
    void *buffer;
    uint8_t *use;
};

/* Uses of a buffer. FILLING: a receive has it. GIVEN: the program has it. ARMED: packets of a channel are received into
 * it. RETIRED: such packets are still with the program (armed.h). */
enum { WEFT_MCAPI_FREE, WEFT_MCAPI_FILLING, WEFT_MCAPI_GIVEN, WEFT_MCAPI_ARMED, WEFT_MCAPI_RETIRED };

extern WEFT_PER_RANK struct weft_mcapi_spare weft_mcapi_spare;

/* Maximum length of a packet of one block. */
#define WEFT_MCAPI_BLOCK (WEFT_LINK_BLOCK < WEFT_MCAPI_PACKET_BYTES ? WEFT_LINK_BLOCK : WEFT_MCAPI_PACKET_BYTES)

/* As weft_mcapi_take_again(), for a packet, into the spare buffer. */
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

/* Gives the spare buffer to the program. */
WEFT_MCAPI_SHORT void *weft_mcapi_spare_give(void)
{
    *weft_mcapi_spare.use = WEFT_MCAPI_GIVEN;
    return weft_mcapi_spare.buffer;
}

/* Releases the spare buffer. While the node is quiet, no request waits for a buffer; before it is initialized, it is
 * not quiet. */
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
    if (!WEFT_LIKELY(weft_fast_is_prepared(handle))) {
        return false;
    }
    return width == 4 ? weft_fast_begin_word(&last->link, weft_fast_load(&last->link), *(const weft_mcapi_word *)value)
                      : weft_fast_begin_part(&last->link, 0, value, width);
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
