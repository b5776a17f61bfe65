/* What travels in front of a message, or in its place: which messages have all of their envelope in the label
 * (<weft/label.h>), and what begins the others. */
#ifndef WEFT_HEADS_H
#define WEFT_HEADS_H

#include "engine/engine.h"
#include "engine/names.h"
#include "link_port.h"

_Static_assert(WEFT_LINK_BLOCK >= 16, "a link block must hold an RTS");

/* The head of an eager message with an escaped label; the data follow. */
struct weft_eager_head {
    int32_t tag;
    uint32_t context;
};
#define WEFT_EAGER_ESCAPED (WEFT_LINK_BLOCK - (uint32_t)sizeof(struct weft_eager_head))
_Static_assert(WEFT_EAGER_ESCAPED == WEFT_ESCAPED, "interfaces know how long an escaped message may be");

struct weft_rts {
    int32_t tag;
    uint32_t context;
    weft_length length;
    uint32_t cookie;
};

struct weft_cts {
    uint32_t cookie;
    weft_length total; /* bytes to send */
    uint32_t fragment; /* the longest piece, in bytes; WEFT_CTS_EXPECTED: the receiver's link expects the first */
};
#define WEFT_CTS_EXPECTED (UINT32_C(1) << 31)

/* Names the send of an RTS that is a request word alone. */
#define WEFT_COOKIE_OF_SHORT UINT32_MAX

/* Can the label of a message be its whole envelope? */
static inline bool weft_has_plain_label(const struct weft_envelope *message)
{
    return weft_can_be_named(message->tag, message->context);
}

/* May it be eager? */
static inline bool weft_fits_block(const struct weft_envelope *message)
{
    return message->length <= (weft_has_plain_label(message) ? WEFT_LINK_BLOCK : WEFT_EAGER_ESCAPED);
}

/* Is an eager message one of more than a block that its link leaves near the receiver until that takes it? */
static inline bool weft_is_left(const struct weft_envelope *message)
{
    return WEFT_LINK_LEAVES > 0 && message->length > WEFT_LINK_BLOCK;
}

/* May the RTS of a message be a request word alone? Its label is plain. */
static inline bool weft_may_be_short(const struct weft_envelope *message)
{
    return WEFT_LINK_SHORT_RTS > 0 && message->length - WEFT_LINK_BLOCK - 1 < WEFT_LINK_SHORT_RTS - WEFT_LINK_BLOCK &&
           weft_has_plain_label(message);
}

/* Is a request word with a plain label one? */
static inline bool weft_is_short(const struct weft_envelope *of_word)
{
    return WEFT_LINK_SHORT_RTS > 0 && of_word->length > WEFT_LINK_BLOCK;
}

#endif
