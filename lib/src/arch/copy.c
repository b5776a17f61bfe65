/* See copy.h. Four words a turn: the loop's own cost is then small beside the loads and stores. */
#include "arch/copy.h"

#include "arch/small.h"

static void copy_bytes(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    for (; bytes > 0; bytes--) {
        *to++ = *from++;
    }
}

/* Copies whole words; returns how many bytes that were. */
static uint32_t copy_words(uint32_t *to, const uint32_t *from, uint32_t bytes)
{
    uint32_t left = bytes;
    for (; left >= 16; left -= 16, to += 4, from += 4) {
        const uint32_t a = from[0];
        const uint32_t b = from[1];
        const uint32_t c = from[2];
        const uint32_t d = from[3];
        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
    }
    for (; left >= 4; left -= 4) {
        *to++ = *from++;
    }
    return bytes - left;
}

void weft_copy(void *to, const void *from, uint32_t bytes)
{
    uint32_t done = 0;
    if (!WEFT_SMALL && ((uintptr_t)to | (uintptr_t)from) % 4u == 0) {
        done = copy_words(to, from, bytes);
    }
    copy_bytes((uint8_t *)to + done, (const uint8_t *)from + done, bytes - done);
}
