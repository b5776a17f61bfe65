/* The fast path of blocking messages of at most a block whose tag or context does not fit into a label: tag and context
 * are at the head of the block. */
#include "engine/state.h"

#include "small_messages.h"

#if WEFT_LINK_HAS_ESCAPES
#include "arch/copy.h"

/* A block on the link: the head, then the data. */
union escaped {
    struct {
        struct weft_eager_head head;
        uint32_t data[WEFT_EAGER_ESCAPED / 4];
    };
    uint32_t words[WEFT_LINK_BLOCK / 4];
};

/* Copies usually a few words. WEFT_COMPUTE_NOW keeps the compiler from replacing the loop by a call of memcpy, which
 * takes longer. */
static inline void copy(void *to, const void *from, uint32_t bytes)
{
    if (!(((uintptr_t)to | (uintptr_t)from | bytes) % 4 == 0)) {
        weft_copy(to, from, bytes);
        return;
    }
    const uint32_t *const end = (const uint32_t *)from + bytes / 4;
    uint32_t *place = to;
    for (const uint32_t *at = from; at != end; at++) {
        uint32_t word = *at;
        WEFT_COMPUTE_NOW(word);
        *place++ = word;
    }
}

bool weft_send_escaped(const void *buffer, uint32_t length, int32_t rank, int32_t tag, uint32_t context)
{
    union escaped block;
    block.head = (struct weft_eager_head){tag, context};
    copy(block.data, buffer, length);
    if (!weft_fast_put(&block, length + (uint32_t)sizeof block.head, (uint32_t)rank, WEFT_LABEL_EAGER)) {
        return false;
    }
    weft_fast_sent(length, (uint32_t)rank, context, (uint32_t)tag);
    return true;
}

bool weft_receive_escaped(void *buffer, uint32_t *length, int32_t rank, int32_t tag, uint32_t context)
{
    union escaped block;
    const uint32_t bytes = weft_fast_receive_escaped(&block, *length + (uint32_t)sizeof block.head, (uint32_t)rank,
                                                     context, (uint32_t)tag);
    if (bytes == 0) {
        return false;
    }
    if (!(block.head.tag == tag) || !(block.head.context == context)) {
        weft_self()->peers[rank].owed--;
        weft_arrive_escaped(block.words, bytes, rank);
        return false;
    }
    *length = bytes - (uint32_t)sizeof block.head;
    copy(buffer, block.data, *length);
    WEFT_RECEIVED(rank, tag, context, 0);
    return true;
}
#endif
