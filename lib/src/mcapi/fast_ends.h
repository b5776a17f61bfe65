/* Data that is the same for all messages between this rank and another with one label: looked up once and used by many
 * calls. A link whose fast paths can use such data defines its own version (WEFT_LINK_HAS_ENDS). For other links, here,
 * it is just the arguments of weft_fast_send() and weft_fast_receive(), and the operations that such a link adds do
 * nothing.
 */
#ifndef WEFT_FAST_ENDS_H
#define WEFT_FAST_ENDS_H

#include "small_messages.h"
#include <stddef.h>

/* Maximum length of a message that weft_fast_receive() can receive. */
#ifndef WEFT_FAST_LONGEST
#define WEFT_FAST_LONGEST WEFT_LINK_BLOCK
#endif

/* Limits the size of a buffer to that length. */
WEFT_INLINE uint32_t weft_fast_room(size_t size)
{
    return size <= WEFT_FAST_LONGEST ? (uint32_t)size : WEFT_FAST_LONGEST;
}

#ifndef WEFT_LINK_HAS_ENDS
#define WEFT_FAST_NONE UINT32_C(0x7FFFF000)

struct weft_fast_to {
    uint32_t target; /* the rank */
    weft_word word;  /* the label */
    uint32_t context;
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
    return (struct weft_fast_to){rank, label, (uint32_t)(label / WEFT_LABEL_TAGS)};
}

WEFT_INLINE struct weft_fast_from weft_fast_from(uint32_t rank, uint32_t context, uint32_t contexts, uint32_t tag)
{
    (void)contexts;
    return (struct weft_fast_from){rank, context, tag};
}

/* May it be cached? */
WEFT_INLINE bool weft_fast_may_keep(const struct weft_fast_from *from)
{
    return weft_self()->peers[from->rank].receive_word != 0;
}

WEFT_INLINE int32_t weft_fast_owed(const struct weft_fast_from *from)
{
    (void)from;
    return 0;
}

/* Begins a send. A link may split a send into weft_fast_begin() and weft_fast_finish(); here the first does
 * everything. */
WEFT_INLINE bool weft_fast_begin(const struct weft_fast_to *to, uint32_t further, const void *data, size_t length)
{
    return length <= WEFT_LINK_BLOCK && further <= 1 &&
           weft_fast_send(data, (uint32_t)length, to->target, to->word + weft_label(further, 0), to->context + further);
}

/* Such a link also sends longer messages at once; others do not. */
WEFT_INLINE bool weft_fast_may_be_block(const void *data, size_t length)
{
    (void)data, (void)length;
    return false;
}

WEFT_INLINE void weft_fast_send_block(const struct weft_fast_to *to, const void *data, size_t length)
{
    (void)to, (void)data, (void)length;
}

/* Such a link also has long messages that a word announces; others do not. */
#define WEFT_FAST_LONG WEFT_INLINE

WEFT_INLINE uint32_t weft_fast_longest(const struct weft_fast_to *to)
{
    (void)to;
    return 0;
}

WEFT_INLINE void weft_fast_announce(const struct weft_fast_to *to, const void *data, uint32_t length)
{
    (void)to, (void)data, (void)length;
}

WEFT_INLINE bool weft_fast_send_long(const struct weft_fast_to *to, const void *data, uint32_t length)
{
    (void)to, (void)data, (void)length;
    return false;
}

/* short.c: the name of the ends of the last message. */
extern WEFT_PER_RANK uint32_t weft_fast_prepared;

WEFT_INLINE void weft_fast_prepare(const struct weft_fast_to *to, uint32_t name)
{
    (void)to;
    weft_fast_prepared = name;
}

WEFT_INLINE void weft_fast_prepare_nothing(void)
{
    weft_fast_prepared = WEFT_FAST_NONE;
}

WEFT_INLINE bool weft_fast_is_prepared(uint32_t name)
{
    return weft_fast_prepared == name;
}

struct weft_fast_loaded {
    uint32_t nothing;
};

WEFT_INLINE struct weft_fast_loaded weft_fast_load(const struct weft_fast_to *to)
{
    (void)to;
    return (struct weft_fast_loaded){0};
}

WEFT_INLINE bool weft_fast_begin_word(const struct weft_fast_to *to, struct weft_fast_loaded loaded, uint32_t data)
{
    (void)loaded;
    return weft_fast_send(&data, 4, to->target, to->word, to->context);
}

/* The same where no message is prepared. */
WEFT_INLINE bool weft_fast_begin_alone(const struct weft_fast_to *to, uint32_t data)
{
    return weft_fast_begin_word(to, weft_fast_load(to), data);
}

/* As weft_fast_begin(), for messages that the link sends by inlined code. */
WEFT_INLINE bool weft_fast_begin_part(const struct weft_fast_to *to, uint32_t further, const void *data, size_t length)
{
    return weft_fast_begin(to, further, data, length);
}

WEFT_INLINE bool weft_fast_finish(const struct weft_fast_to *to)
{
    (void)to;
    return true;
}

WEFT_INLINE void weft_fast_has_spent(const struct weft_fast_to *to)
{
    (void)to;
}

WEFT_INLINE bool weft_fast_take(const struct weft_fast_from *from, bool is_static, int32_t owed, void *data,
                                size_t capacity, weft_length *length)
{
    (void)is_static, (void)owed;
    const bool received = weft_fast_receive(data, weft_fast_room(capacity), from->rank,
                                            weft_label(from->context, from->tag), from->context, from->tag, length);
    *length = received ? *length : (weft_length)-1;
    return received;
}

WEFT_INLINE void weft_fast_take_longer(const struct weft_fast_from *from, void *data, weft_length length)
{
    (void)from, (void)data, (void)length;
}

WEFT_INLINE bool weft_fast_owes_credit(const struct weft_fast_from *from)
{
    (void)from;
    return false;
}

WEFT_INLINE void weft_fast_take_long(const struct weft_fast_from *from, void *data, weft_length length)
{
    (void)from, (void)data, (void)length;
}

WEFT_INLINE void weft_fast_end_long(const struct weft_fast_from *from, void *data, weft_length length)
{
    (void)from, (void)data, (void)length;
}

WEFT_INLINE void weft_fast_give_credit(const struct weft_fast_from *from)
{
    (void)from;
}

WEFT_INLINE bool weft_fast_receive_rest(const struct weft_fast_from *from, void *data, uint32_t capacity,
                                        weft_length *length)
{
    (void)from, (void)data, (void)capacity, (void)length;
    return false;
}
#endif

#endif
