/* What is the same for all messages between this rank and another with one label, found once for many calls. A link
 * whose fast paths can begin with it has its own (WEFT_LINK_HAS_ENDS); to others it is the arguments.
 */
#ifndef WEFT_FAST_ENDS_H
#define WEFT_FAST_ENDS_H

#include "fast_path.h"
#include <stddef.h>

/* The longest message that weft_fast_receive() can take. */
#ifndef WEFT_FAST_LONGEST
#define WEFT_FAST_LONGEST WEFT_LINK_BLOCK
#endif

#ifndef WEFT_LINK_HAS_ENDS
struct weft_fast_to {
    uint32_t target; /* the rank */
    weft_word word;  /* the label */
};

struct weft_fast_from {
    uint32_t rank, context, tag;
};

#define WEFT_FAST_TO_NONE                                                                                              \
    {                                                                                                                  \
        0                                                                                                              \
    }
#define WEFT_FAST_FROM_NONE WEFT_FAST_TO_NONE

WEFT_INLINE struct weft_fast_to weft_fast_to(uint32_t rank, weft_word label)
{
    return (struct weft_fast_to){rank, label};
}

WEFT_INLINE struct weft_fast_from weft_fast_from(uint32_t rank, uint32_t context, uint32_t contexts, uint32_t tag)
{
    (void)contexts;
    return (struct weft_fast_from){rank, context, tag};
}

WEFT_INLINE bool weft_fast_send_to(const struct weft_fast_to *to, uint32_t target, weft_word word, const void *data,
                                   uint32_t length)
{
    (void)to;
    return weft_fast_send(data, length, target, word);
}

/* Whether it may be kept. */
WEFT_INLINE bool weft_fast_may_keep(const struct weft_fast_from *from)
{
    return weft_self()->peers[from->rank].receive_word != 0;
}

WEFT_INLINE int32_t weft_fast_owed(const struct weft_fast_from *from)
{
    (void)from;
    return 0;
}

WEFT_INLINE bool weft_fast_receive_from(const struct weft_fast_from *from, int32_t owed, void *data, uint32_t capacity,
                                        weft_length *length)
{
    (void)owed;
    return weft_fast_receive(data, capacity, from->rank, from->context, from->tag, length);
}

/* A link may do a send in two halves; this one has done all after the first. */
WEFT_INLINE bool weft_fast_begin(const struct weft_fast_to *to, uint32_t target, weft_word word, uint32_t further,
                                 const void *data, size_t length)
{
    if (!(further == 0)) {
        word += weft_label(further, 0);
    }
    return ((length == 4) || length <= WEFT_LINK_BLOCK) && further <= 1 &&
           weft_fast_send_to(to, target, word, data, (uint32_t)length);
}

WEFT_INLINE weft_word weft_fast_carries(const struct weft_fast_to *to)
{
    (void)to;
    return 0;
}

WEFT_INLINE bool weft_fast_may_send(const void *data)
{
    (void)data;
    return false;
}

WEFT_INLINE void weft_fast_send_block(const struct weft_fast_to *to, const void *data, uint32_t length)
{
    (void)to, (void)data, (void)length;
}

WEFT_INLINE void weft_fast_finish(const struct weft_fast_to *to)
{
    (void)to;
}

WEFT_INLINE bool weft_fast_take(const struct weft_fast_from *from, int32_t owed, void *data, uint32_t capacity,
                                weft_length *length)
{
    const bool received = weft_fast_receive_from(from, owed, data, capacity, length);
    *length = received ? *length : (weft_length)-1;
    return received;
}

WEFT_INLINE void weft_fast_take_longer(const struct weft_fast_from *from, void *data, weft_length length)
{
    (void)from, (void)data, (void)length;
}

WEFT_INLINE bool weft_fast_receive_rest(const struct weft_fast_from *from, void *data, uint32_t capacity,
                                        weft_length *length)
{
    (void)from, (void)data, (void)capacity, (void)length;
    return false;
}
#endif

#endif
