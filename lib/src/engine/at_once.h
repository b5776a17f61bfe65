/* A message of several blocks that goes at once, where the link has such (WEFT_LINK_EAGER): in line, since each cycle
 * before the link counts. */
#ifndef WEFT_AT_ONCE_H
#define WEFT_AT_ONCE_H

#include "engine/state.h"

#include "fast_path.h"

/* Sends it if no request is outstanding, so that this rank may sleep until its receiver takes it. */
static inline bool weft_send_at_once(const void *buffer, uint32_t length, int32_t rank, weft_word label)
{
#if WEFT_LINK_EAGER > WEFT_LINK_BLOCK
    int32_t window = weft_quiet_windows[rank];
    WEFT_COMPUTE_NOW(window); /* it is being loaded while the buffer is looked at */
    return !WEFT_SMALL && weft_fast_send_several(window, buffer, length, (uint32_t)rank, label);
#else
    (void)buffer, (void)length, (void)rank, (void)label;
    return false;
#endif
}

#endif
