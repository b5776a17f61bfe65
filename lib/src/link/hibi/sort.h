/* Handling of words that have come, whether from rings or by loads that wait. */
#ifndef WEFT_HIBI_SORT_H
#define WEFT_HIBI_SORT_H

#include "link_port.h"

/* Returns a bit for each peer that has something for this node: words in its stream or, for an accelerator, an answer.
 */
static inline uint32_t weft_hibi_ready(void)
{
#if !WEFT_HIBI_SINGLE_WORDS
    weft_hibi_consume_late();
#endif
    const uint32_t pending = *weft_hibi_register(WEFT_HIBI_DMA_PENDING);
    const uint32_t streams = (1u << WEFT_PEERS) - 1u;
    return (pending & streams) | (pending >> WEFT_HIBI_DMA_STREAMS & WEFT_ACCELERATOR_BITS);
}

/* Returns the request word of an accelerator's answer, if one of these peers has answered, or 0. */
weft_word weft_hibi_answer(uint32_t ready);

/* Handles a word that was consumed: a message's request word becomes the head. Returns the head. */
weft_word weft_hibi_sort(weft_word word);

#endif
