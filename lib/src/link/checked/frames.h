/* Frames, for the sender's and the receiver's half of the checked link. */
#ifndef WEFT_FRAMES_H
#define WEFT_FRAMES_H

#include <small_messages.h>

#include "link/checked/checked.h"
#include "link/checked/crc.h"

/* The label of each frame at the link below: that of an eager message. */
#define WEFT_CHECKED_LABEL ((weft_word)weft_label(0, 0))

/* Word 0 of a frame. Kind 0 is an acknowledgement alone, which has no number. */
enum weft_checked_kind { WEFT_CHECKED_ACKNOWLEDGES, WEFT_CHECKED_MESSAGE, WEFT_CHECKED_CREDIT };
#define WEFT_CHECKED_AWAITED_SHIFT 8
#define WEFT_CHECKED_LABEL_SHIFT 16
#define WEFT_CHECKED_KIND_SHIFT 28

/* Returns the checksum of a frame of `length` bytes, whose last word is padded with zeros. */
static inline uint32_t weft_checked_sum(uint32_t from, uint32_t to, const uint32_t *words, uint32_t length)
{
    const uint32_t envelope = length ^ from << 22 ^ to << 12;
    const uint32_t count = (length + 3) / 4 - WEFT_CHECKED_HEAD / 4;
    return weft_crc32(weft_crc32(envelope, words, 1), words + WEFT_CHECKED_HEAD / 4, count);
}

/* Notes that a peer needs weft_checked_settle() before this node sleeps. */
static inline void weft_checked_unsettle(struct weft_checked_peer *peer)
{
    if (!peer->is_unsettled) {
        peer->is_unsettled = true;
        peer->next = weft_checked.unsettled;
        weft_checked.unsettled = peer;
    }
}

/* send.c: a node awaits this frame: frees those before it, which it has acknowledged. */
void weft_checked_acknowledged(uint32_t node, uint8_t awaited);

/* send.c: acknowledges what has come from a node, if the link below accepts that. */
void weft_checked_acknowledge(uint32_t node);

/* send.c: sends what was refused, what is owed, and what has not been acknowledged in time. */
void weft_checked_settle(void);

#endif
