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

/* The same for words, of which there are mostly few: a plain loop copies these sooner than a function that copies any
 * number. */
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
