/* The public header of the fake link: request words as on the real link, and no fast path for receives. */
#ifndef WEFT_SMALL_MESSAGES_H
#define WEFT_SMALL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/context.h>
#include <weft/label.h>
#include <weft/probe.h>

#define WEFT_FIELD_GET(field, word) (((uint32_t)(word) >> field##_SHIFT) & field##_MASK)
#define WEFT_FIELD_PUT(field, value) (((uint32_t)(value)&field##_MASK) << field##_SHIFT)
#define WEFT_REQUEST_KIND_SHIFT 31
#define WEFT_REQUEST_KIND_MASK 0x1u
#define WEFT_REQUEST_SOURCE_SHIFT 25
#define WEFT_REQUEST_SOURCE_MASK 0x3fu
#define WEFT_BLOCK_LABEL_SHIFT 15
#define WEFT_BLOCK_LABEL_MASK 0x3ffu
#define WEFT_BLOCK_LENGTH_SHIFT 0
#define WEFT_BLOCK_LENGTH_MASK 0x7fffu

#define WEFT_LINK_HAS_BARRIER (!WEFT_CREDIT_ON_DEMAND)
#define WEFT_LINK_BLOCK 64u
#define WEFT_LINK_EAGER 128u
#define WEFT_LINK_HAS_SEND_LIMIT 1

extern uint32_t weft_send_limit;

static inline bool weft_link_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}

/* Never receives by the fast path. */
static inline bool weft_fast_receive(void *data, uint32_t capacity, uint32_t rank, weft_word label, uint32_t context,
                                     uint32_t tag, uint32_t *length)
{
    (void)data, (void)capacity, (void)rank, (void)label, (void)context, (void)tag, (void)length;
    return false;
}

#endif
