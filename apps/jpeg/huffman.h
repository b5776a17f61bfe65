/* Huffman codes of symbols of one byte, at most 16 bits long (T.81, annex C). */
#ifndef JPEG_HUFFMAN_H
#define JPEG_HUFFMAN_H

#include "bits.h"

#define HUFFMAN_LENGTHS 16
#define HUFFMAN_SYMBOLS 256
#define HUFFMAN_SHORT 8 /* maximum length of codes in the lookup table */

struct huffman {
    uint16_t found[1 << HUFFMAN_SHORT];  /* by the next bits: symbol << 8 | length of its code; 0 if that is longer */
    uint32_t limit[HUFFMAN_LENGTHS + 1]; /* by length: upper bound (exclusive) of the codes up to this length, as 16-bit
                                          * numbers */
    int32_t first[HUFFMAN_LENGTHS + 1];  /* by length: index of the symbol of code 0, if there were one */
    uint8_t symbol[HUFFMAN_SYMBOLS];     /* in the order of their codes */
    bool defined;
};

/* Builds the codes from the number of codes of each length (1 to 16) and the symbols, which are in the table already.
 * Returns false if there are more codes of a length than its bits can distinguish. */
bool huffman_build(struct huffman *huffman, const uint8_t counts[HUFFMAN_LENGTHS]);

/* Returns the symbol of a code longer than HUFFMAN_SHORT bits; -1 if the bits are no code. */
int huffman_long(const struct huffman *huffman, struct bits *bits);

/* Returns the symbol of the next code; -1 if the bits are no code. */
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
