/* What is the same for all messages between this rank and another with one label, found once for many calls. A link
 * whose fast paths can begin with it has its own (WEFT_LINK_HAS_ENDS); to others it is the arguments.
 */
#ifndef WEFT_FAST_ENDS_H
#define WEFT_FAST_ENDS_H

#include <weft/fast_path.h>

#ifndef WEFT_LINK_HAS_ENDS
struct weft_fast_to {
    uint32_t gate;  /* the rank */
    weft_word word; /* the label */
};

struct weft_fast_from {
    uint32_t rank, context, tag;
};

WEFT_INLINE struct weft_fast_to weft_fast_to(uint32_t rank, weft_word label)
{
    return (struct weft_fast_to){rank, label};
}

WEFT_INLINE struct weft_fast_from weft_fast_from(uint32_t rank, uint32_t context, uint32_t tag)
{
    return (struct weft_fast_from){rank, context, tag};
}

WEFT_INLINE bool weft_fast_send_to(const struct weft_fast_to *to, uint32_t gate, weft_word word, const void *data,
                                   uint32_t length)
{
    (void)to;
    return weft_fast_send(data, length, gate, word);
}

/* What a receive looks at first, of this moment. */
struct weft_fast_state {
    uint32_t head;
    int32_t owed;
};

WEFT_INLINE struct weft_fast_state weft_fast_state(const struct weft_fast_from *from)
{
    (void)from;
    return (struct weft_fast_state){0, 0};
}

WEFT_INLINE bool weft_fast_receive_from(const struct weft_fast_from *from, struct weft_fast_state state, void *data,
                                        uint32_t capacity, uint32_t *length)
{
    (void)state;
    return weft_fast_receive(data, capacity, from->rank, from->context, from->tag, length);
}
#endif

#endif
