/* Huffman codes of symbols of one byte, at most 16 bits long (T.81, annex C). */
#ifndef JPEG_HUFFMAN_H
#define JPEG_HUFFMAN_H

#include "bits.h"

#define HUFFMAN_LENGTHS 16
#define HUFFMAN_SYMBOLS 256
#define HUFFMAN_SHORT 8 /* bits of the codes that are looked up at once */

struct huffman {
    uint16_t found[1 << HUFFMAN_SHORT];  /* by the next bits: symbol << 8 | length of its code; 0 if that is longer */
    uint32_t limit[HUFFMAN_LENGTHS + 1]; /* by length: all codes up to it are below, as numbers of 16 bits */
    int32_t first[HUFFMAN_LENGTHS + 1];  /* by length: the place of the symbol with code 0, were there one */
    uint8_t symbol[HUFFMAN_SYMBOLS];     /* in the order of their codes */
    bool defined;
};

/* Makes the codes from the number of those of each length (1..16) and the symbols, which stand in the table already.
 * Returns false if there are more codes than that many bits can tell apart. */
bool huffman_build(struct huffman *huffman, const uint8_t counts[HUFFMAN_LENGTHS]);

/* The symbol of a code of more than HUFFMAN_SHORT bits; -1 if the bits are no code. */
int huffman_long(const struct huffman *huffman, struct bits *bits);

/* The symbol of the next code; -1 if the bits are none. */
static inline int huffman_symbol(const struct huffman *huffman, struct bits *bits)
{
    const unsigned found = huffman->found[bits_peek(bits) >> (16 - HUFFMAN_SHORT)];
    if (found == 0) {
        return huffman_long(huffman, bits);
    }
    bits_drop(bits, (int)(found & 0xFF));
    return (int)(found >> 8);
}

#endif
