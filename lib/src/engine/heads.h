/* The heads of messages. A message with a plain label has its whole envelope in the request word (<weft/label.h>); all
 * others begin with one of the heads defined here. */
#ifndef WEFT_HEADS_H
#define WEFT_HEADS_H

#include "engine/engine.h"
#include "engine/names.h"
#include "link_port.h"

_Static_assert(WEFT_LINK_BLOCK >= 16, "a link block must hold an RTS");

/* The head of an eager message with an escaped label; the data follow it. */
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
    uint32_t fragment; /* maximum bytes per piece; WEFT_CTS_EXPECTED: the receiver's link expects the first piece */
};
#define WEFT_CTS_EXPECTED (UINT32_C(1) << 31)

/* The cookie of a send whose RTS is a request word alone; a rank has at most one such send pending. */
#define WEFT_COOKIE_OF_SHORT UINT32_MAX

/* Can the label of a message be its whole envelope? */
static inline bool weft_has_plain_label(const struct weft_envelope *message)
{
    return weft_can_be_named(message->tag, message->context);
}

/* Is a message short enough for an eager block? */
static inline bool weft_fits_block(const struct weft_envelope *message)
{
    return message->length <= (weft_has_plain_label(message) ? WEFT_LINK_BLOCK : WEFT_EAGER_ESCAPED);
}

/* Is an eager message longer than a block, so that its link leaves it in memory near the receiver until the receiver
 * fetches it? */
static inline bool weft_is_left(const struct weft_envelope *message)
{
    return WEFT_LINK_LEAVES > 0 && message->length > WEFT_LINK_BLOCK;
}

/* May the RTS of a message be a request word alone? It must be longer than a block, at most WEFT_LINK_SHORT_RTS bytes,
 * and have a plain label. */
static inline bool weft_may_be_short(const struct weft_envelope *message)
{
    return WEFT_LINK_SHORT_RTS > 0 && message->length - WEFT_LINK_BLOCK - 1 < WEFT_LINK_SHORT_RTS - WEFT_LINK_BLOCK &&
           weft_has_plain_label(message);
}

/* Is a request word with a plain label such a short RTS? An eager message is never longer than a block on such a link.
 */
static inline bool weft_is_short(const struct weft_envelope *of_word)
{
    return WEFT_LINK_SHORT_RTS > 0 && of_word->length > WEFT_LINK_BLOCK;
}

#endif
