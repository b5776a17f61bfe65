/* The bits of a scan, most significant bit first; a zero byte is stuffed after each 0xFF (T.81, F.2.2.5). */
#ifndef JPEG_BITS_H
#define JPEG_BITS_H

#include "input.h"

struct bits {
    struct input *input;
    uint32_t window; /* the next bits, from the most significant one */
    int held;        /* number of valid bits in the window */
    int invented;    /* how many of these, at the end, are padding after the end of the data */
    uint8_t marker;  /* the marker that ended the data; 0 before, and at the end of the file */
    bool ended;
};

void bits_begin(struct bits *bits, struct input *input);

/* Fills the window: at least 25 bits are held then. */
void bits_fill(struct bits *bits);

/* Returns whether bits were taken that are not in the file. */
static inline bool bits_exhausted(const struct bits *bits)
{
    return bits->invented > bits->held;
}

/* Returns the next 16 bits without taking them. */
static inline unsigned bits_peek(struct bits *bits)
{
    if (bits->held < 16) {
        bits_fill(bits);
    }
    return bits->window >> 16;
}

/* Takes bits that have been peeked at. */
static inline void bits_drop(struct bits *bits, int count)
{
    bits->window <<= count;
    bits->held -= count;
}

/* Takes and returns the next 1 to 16 bits. */
static inline unsigned bits_take(struct bits *bits, int count)
{
    const unsigned value = bits_peek(bits) >> (16 - count);
    bits_drop(bits, count);
    return value;
}

/* Skips the rest of the data, and returns the marker after them; 0 if there is none. */
uint8_t bits_end(struct bits *bits);

#endif
