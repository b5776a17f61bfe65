/* Hides what a link offers in addition to the basic functions of every link: the engine then uses these alone, for
 * messages of one frame (checked.h). Included after the link's own headers. */
#ifndef WEFT_PLAIN_LINK_H
#define WEFT_PLAIN_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest message of the link below, in bytes: a frame. WEFT_LINK_BLOCK is redefined to what a frame has left for
 * data. */
enum { WEFT_CHECKED_FRAME = WEFT_LINK_BLOCK };
#if defined WEFT_CHECKED_LINK && WEFT_CHECKED_LINK
#define WEFT_CHECKED_HEAD 8u
_Static_assert(WEFT_BLOCK_LABEL_MASK < 1u << 12,
               "WEFT_CHECKED_LINK is for chips: the memory that the ranks of one machine share loses nothing");
#else
#define WEFT_CHECKED_HEAD 0u
#endif

#undef WEFT_LINK_BLOCK
#undef WEFT_LINK_EAGER
#undef WEFT_LINK_OFFER
#undef WEFT_LINK_STREAM
#undef WEFT_BOUNCE
#define WEFT_LINK_BLOCK (WEFT_CHECKED_FRAME - WEFT_CHECKED_HEAD)
#define WEFT_LINK_EAGER WEFT_LINK_BLOCK
#define WEFT_LINK_OFFER WEFT_LINK_BLOCK
#define WEFT_LINK_STREAM WEFT_LINK_BLOCK
#define WEFT_BOUNCE WEFT_LINK_BLOCK

#undef WEFT_LINK_HAS_BARRIER
#undef WEFT_LINK_HAS_SEND_LIMIT
#undef WEFT_LINK_HAS_ESCAPES
#undef WEFT_LINK_HAS_SHARED_MAILBOX
#undef WEFT_LINK_OFFERS
#undef WEFT_LINK_LEAVES
#undef WEFT_LINK_SHORT_RTS
#undef WEFT_LINK_EXPECTS_DATA
#undef WEFT_LINK_ARMS
#undef WEFT_FAST_LONGEST
#define WEFT_LINK_HAS_BARRIER 0
#define WEFT_LINK_HAS_SEND_LIMIT 0
#define WEFT_LINK_HAS_ESCAPES 0
#define WEFT_LINK_HAS_SHARED_MAILBOX 0
#define WEFT_LINK_OFFERS 0
#define WEFT_LINK_LEAVES 0u
#define WEFT_LINK_SHORT_RTS 0u

#if WEFT_CHECKED_HEAD > 0
/* Data are copied from and to frames, a word at a time. */
static inline bool weft_plain_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}
#define weft_link_direct weft_plain_direct
#endif

static inline bool weft_plain_send(const void *data, uint32_t length, uint32_t rank, weft_word label, uint32_t context)
{
    (void)data, (void)length, (void)rank, (void)label, (void)context;
    return false;
}
#define weft_fast_send weft_plain_send

static inline bool weft_plain_receive(void *data, uint32_t capacity, uint32_t rank, weft_word label, uint32_t context,
                                      uint32_t tag, weft_length *length)
{
    (void)data, (void)capacity, (void)rank, (void)label, (void)context, (void)tag;
    *length = 0; /* so that no compiler warns that it is not set */
    return false;
}
#define weft_fast_receive weft_plain_receive

/* A link's own version of ends (mcapi/fast_ends.h) sends nothing, receives nothing, and is never cached. */
#ifdef WEFT_LINK_HAS_ENDS
static inline bool weft_plain_keep(const struct weft_fast_from *from)
{
    (void)from;
    return false;
}
#define weft_fast_may_keep weft_plain_keep

static inline bool weft_plain_begin(const struct weft_fast_to *to, uint32_t further, const void *data, size_t length)
{
    (void)to, (void)further, (void)data, (void)length;
    return false;
}
#define weft_fast_begin weft_plain_begin
#define weft_fast_begin_part weft_plain_begin

static inline bool weft_plain_begin_alone(const struct weft_fast_to *to, uint32_t data)
{
    (void)to, (void)data;
    return false;
}
#define weft_fast_begin_alone weft_plain_begin_alone

static inline bool weft_plain_is_prepared(uint32_t name)
{
    (void)name;
    return false;
}
#define weft_fast_is_prepared weft_plain_is_prepared

static inline bool weft_plain_may_be_block(const void *data, size_t length)
{
    (void)data, (void)length;
    return false;
}
#define weft_fast_may_be_block weft_plain_may_be_block

static inline uint32_t weft_plain_longest_at_once(const struct weft_fast_to *to)
{
    (void)to;
    return 0;
}
#define weft_fast_longest weft_plain_longest_at_once

static inline bool weft_plain_take(const struct weft_fast_from *from, bool is_static, int32_t owed, void *data,
                                   size_t capacity, weft_length *length)
{
    (void)from, (void)is_static, (void)owed, (void)data, (void)capacity;
    *length = (weft_length)-1;
    return false;
}
#define weft_fast_take weft_plain_take

static inline bool weft_plain_receive_rest(const struct weft_fast_from *from, void *data, uint32_t capacity,
                                           weft_length *length)
{
    (void)from, (void)data, (void)capacity, (void)length;
    return false;
}
#define weft_fast_receive_rest weft_plain_receive_rest
#endif

/* A message goes in pieces of one frame; none is expected or left near the receiver. */
static inline uint32_t weft_plain_piece(uint32_t total)
{
    (void)total;
    return WEFT_LINK_STREAM;
}
#define weft_link_piece weft_plain_piece

static inline uint32_t weft_plain_longest(uint32_t node)
{
    (void)node;
    return UINT32_MAX;
}
#define weft_link_longest weft_plain_longest

static inline bool weft_plain_has_no_short_rts(uint32_t node)
{
    (void)node;
    return false;
}
#define weft_link_has_short_rts weft_plain_has_no_short_rts

static inline void weft_plain_meet(uint32_t node)
{
    (void)node;
}
#define weft_link_meet weft_plain_meet

#endif
