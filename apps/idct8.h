/* The inverse discrete cosine transform of eight numbers, in integers.
 *
 * C. Loeffler, A. Ligtenberg, G. Moschytz, "Practical fast 1-D DCT algorithms with 11 multiplications", ICASSP 1989,
 * figure 1 read from right to left, with 12 multiplications as in the accurate integer method of libjpeg, whose
 * constants and roundings these are, so that the results are the same.
 *
 * Sums are unsigned: a block that no encoder makes wraps around, where signed numbers would overflow.
 */
#ifndef APPS_IDCT8_H
#define APPS_IDCT8_H

#include <stdint.h>

#define IDCT8_FRACTION_BITS 13 /* of the constants */
#define IDCT8_COLUMN_BITS 2    /* of fraction that are kept between columns and rows */
#define IDCT8_SCALE_BITS 3     /* each block is 8 times too large in the end */

#define IDCT8_CONSTANT(x) ((uint32_t)((x) * (1 << IDCT8_FRACTION_BITS) + 0.5))

/* Divides by a power of two, rounding to nearest. */
static inline int32_t idct8_descale(uint32_t value, int bits)
{
    return (int32_t)(value + (1U << (bits - 1))) >> bits;
}

/* Replaces eight numbers, `stride` apart, by their transform, divided by 2^bits. */
static inline void idct8(int32_t *of, int stride, int bits)
{
    const uint32_t even1 = (uint32_t)of[2 * stride];
    const uint32_t even3 = (uint32_t)of[6 * stride];
    const uint32_t turned = (even1 + even3) * IDCT8_CONSTANT(0.541196100);
    const uint32_t even2 = turned - even3 * IDCT8_CONSTANT(1.847759065);
    const uint32_t even4 = turned + even1 * IDCT8_CONSTANT(0.765366865);
    const uint32_t sum = ((uint32_t)of[0] + (uint32_t)of[4 * stride]) << IDCT8_FRACTION_BITS;
    const uint32_t difference = ((uint32_t)of[0] - (uint32_t)of[4 * stride]) << IDCT8_FRACTION_BITS;

    const uint32_t odd7 = (uint32_t)of[7 * stride];
    const uint32_t odd5 = (uint32_t)of[5 * stride];
    const uint32_t odd3 = (uint32_t)of[3 * stride];
    const uint32_t odd1 = (uint32_t)of[1 * stride];
    const uint32_t both = (odd7 + odd3 + odd5 + odd1) * IDCT8_CONSTANT(1.175875602);
    const uint32_t outer = (odd7 + odd1) * IDCT8_CONSTANT(0.899976223);
    const uint32_t inner = (odd5 + odd3) * IDCT8_CONSTANT(2.562915447);
    const uint32_t upper = both - (odd7 + odd3) * IDCT8_CONSTANT(1.961570560);
    const uint32_t lower = both - (odd5 + odd1) * IDCT8_CONSTANT(0.390180644);
    const uint32_t add0 = odd1 * IDCT8_CONSTANT(1.501321110) - outer + lower;
    const uint32_t add1 = odd3 * IDCT8_CONSTANT(3.072711026) - inner + upper;
    const uint32_t add2 = odd5 * IDCT8_CONSTANT(2.053119869) - inner + lower;
    const uint32_t add3 = odd7 * IDCT8_CONSTANT(0.298631336) - outer + upper;

    of[0 * stride] = idct8_descale(sum + even4 + add0, bits);
    of[7 * stride] = idct8_descale(sum + even4 - add0, bits);
    of[1 * stride] = idct8_descale(difference + even2 + add1, bits);
    of[6 * stride] = idct8_descale(difference + even2 - add1, bits);
    of[2 * stride] = idct8_descale(difference - even2 + add2, bits);
    of[5 * stride] = idct8_descale(difference - even2 - add2, bits);
    of[3 * stride] = idct8_descale(sum - even4 + add3, bits);
    of[4 * stride] = idct8_descale(sum - even4 - add3, bits);
}

/* Transforms a block of 64 numbers: first all columns, then all rows. */
static inline void idct8_block(int32_t *of)
{
    for (int column = 0; column < 8; column++) {
        idct8(of + column, 8, IDCT8_FRACTION_BITS - IDCT8_COLUMN_BITS);
    }
    for (int row = 0; row < 8; row++) {
        idct8(of + row * 8, 1, IDCT8_FRACTION_BITS + IDCT8_COLUMN_BITS + IDCT8_SCALE_BITS);
    }
}

#endif
