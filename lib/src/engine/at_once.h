/* Sends a message of several blocks eagerly if the windows are open, on links with a send limit. Inline, since each
 * cycle before the link adds to the latency. */
#ifndef WEFT_AT_ONCE_H
#define WEFT_AT_ONCE_H

#include "engine/state.h"

#include "small_messages.h"

/* Sends a message of several blocks if no request but unmatched receives is pending, so that this rank may sleep until
 * the receiver takes the message. `count` is the length in elements; it is checked as well, since `length` may have
 * overflowed. Returns whether it did. */
static inline bool weft_send_at_once(const void *buffer, uint32_t count, uint32_t length, int32_t rank, weft_word label,
                                     uint32_t context)
{
#if WEFT_HAS_QUIET_LIMIT
    uint32_t limit = weft_quiet_limit;
    WEFT_COMPUTE_NOW(limit); /* its load overlaps with the other comparisons */
    return (count <= WEFT_LINK_EAGER) && (length <= WEFT_LINK_EAGER) && ((uint32_t)rank < limit) &&
           (weft_link_direct(buffer)) && weft_fast_send_several(rank, buffer, length, (uint32_t)rank, label, context);
#else
    (void)buffer, (void)count, (void)length, (void)rank, (void)label, (void)context;
    return false;
#endif
}

/* The same by the send window of the rank, while the limit is 0. The caller has checked the length. */
static inline bool weft_send_several_by_window(const void *buffer, uint32_t length, int32_t rank, weft_word label,
                                               uint32_t context)
{
#if WEFT_HAS_QUIET_LIMIT
    const int32_t window = weft_send_windows[rank];
    return window != WEFT_SEND_WINDOW_CLOSED && weft_is_quiet() && (weft_link_direct(buffer)) &&
           weft_fast_send_several(window, buffer, length, (uint32_t)rank, label, context);
#else
    (void)buffer, (void)length, (void)rank, (void)label, (void)context;
    return false;
#endif
}

#endif
