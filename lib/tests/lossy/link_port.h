/* A link between the nodes of one process that loses, damages and repeats messages at a given rate (test_checked.c). */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"

#define WEFT_LINK_OFFER WEFT_LINK_BLOCK
#define WEFT_LINK_STREAM WEFT_LINK_BLOCK

weft_word lossy_head(void);
void lossy_take(void *buffer);
bool lossy_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length);
_Noreturn void lossy_would_hang(void);

static inline void weft_link_start(uint32_t node, uint32_t count)
{
    (void)node, (void)count;
}

static inline weft_word weft_link_head(void)
{
    return lossy_head();
}

static inline weft_word weft_link_wait_head(void)
{
    if (lossy_head() == 0) {
        lossy_would_hang();
    }
    return lossy_head();
}

static inline void weft_link_take(void *buffer)
{
    lossy_take(buffer);
}

static inline bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    return lossy_try_send(node, label, buffer, length);
}

#include "link/common.h"

#endif
