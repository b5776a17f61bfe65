/* What has come, by whichever way the core gets at it. */
#ifndef WEFT_HIBI_SORT_H
#define WEFT_HIBI_SORT_H

#include "link_port.h"

/* The peers that have something here, one bit each: words in their streams, or, of accelerators, an answer. */
static inline uint32_t weft_hibi_ready(void)
{
#if !WEFT_HIBI_SINGLE_WORDS
    weft_hibi_consume_late();
#endif
    const uint32_t pending = *weft_hibi_register(WEFT_HIBI_DMA_PENDING);
    const uint32_t streams = (1u << WEFT_PEERS) - 1u;
    return (pending & streams) | (pending >> WEFT_HIBI_DMA_STREAMS & WEFT_ACCELERATOR_BITS);
}

/* What an accelerator of these peers has answered, or 0. */
weft_word weft_hibi_answer(uint32_t ready);

/* A word that was consumed: a message's becomes the head, which is returned. */
weft_word weft_hibi_sort(weft_word word);

#endif
