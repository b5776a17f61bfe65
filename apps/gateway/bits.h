/* A stream of bits, most significant bit of a byte first. */
#ifndef GATEWAY_BITS_H
#define GATEWAY_BITS_H

#include <stdint.h>

struct bits {
    uint8_t *next;
    uint32_t held;  /* bits that are not written yet, lowest last */
    uint32_t count; /* how many these are, less than 8 */
};

/* Adds the last `length` (at most 24) bits of `value`. */
static inline void bits_put(struct bits *bits, uint32_t value, uint32_t length)
{
    bits->held = bits->held << length | (value & ((1u << length) - 1));
    for (bits->count += length; bits->count >= 8; bits->count -= 8) {
        *bits->next++ = (uint8_t)(bits->held >> (bits->count - 8));
    }
}

/* Adds zeros up to the end of a byte. */
static inline void bits_align(struct bits *bits)
{
    bits_put(bits, 0, (8 - bits->count) % 8);
}

#endif
