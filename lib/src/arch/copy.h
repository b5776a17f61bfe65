/* Copying bytes between buffers that do not overlap. */
#ifndef WEFT_COPY_H
#define WEFT_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline void weft_copy(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
}

/* The same for words, usually a few: for up to four a plain loop is faster than a general function. */
static inline void weft_copy_words(uint32_t *to, const uint32_t *from, uint32_t words)
{
    if (words > 4) {
        weft_copy(to, from, words * 4);
        return;
    }
    for (; words > 0; words--) {
        *to++ = *from++;
    }
}

#endif
