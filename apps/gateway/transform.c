/* The discrete cosine transform of 8 x 8 values and its inverse (H.263, 6.2.4 and annex A), in integers.
 *
 * Forward: C. Loeffler, A. Ligtenberg, G. Moschytz, "Practical fast 1-D DCT algorithms with 11 multiplications", ICASSP
 * 1989, figure 1; each pass leaves its results larger by the square root of 8.
 */
#include "../idct8.h"
#include "h263.h"

#define FRACTION_BITS 13 /* of the constants */
#define ROW_BITS 2       /* of fraction that are kept between rows and columns */
#define SCALE_BITS 3     /* each block is 8 times too large in the end */
#define FIXED(x) ((int32_t)((x) * (1 << FRACTION_BITS) + 0.5))

static inline int32_t descale(int32_t value, int bits)
{
    return (value + (1 << (bits - 1))) >> bits;
}

static inline void even_half(int32_t *of, int stride, const int32_t sums[4], int bits)
{
    const int32_t outer = sums[0] + sums[3];
    const int32_t inner = sums[1] + sums[2];
    const int32_t turned = (sums[0] - sums[3] + sums[1] - sums[2]) * FIXED(0.541196100);
    of[0 * stride] = descale((outer + inner) * (1 << FRACTION_BITS), bits);
    of[4 * stride] = descale((outer - inner) * (1 << FRACTION_BITS), bits);
    of[2 * stride] = descale(turned + (sums[0] - sums[3]) * FIXED(0.765366865), bits);
    of[6 * stride] = descale(turned - (sums[1] - sums[2]) * FIXED(1.847759065), bits);
}

static inline void odd_half(int32_t *of, int stride, const int32_t of_pair[4], int bits)
{
    const int32_t first = of_pair[3];
    const int32_t second = of_pair[2];
    const int32_t third = of_pair[1];
    const int32_t fourth = of_pair[0];
    const int32_t both = (first + second + third + fourth) * FIXED(1.175875602);
    const int32_t outer = -(first + fourth) * FIXED(0.899976223);
    const int32_t inner = -(second + third) * FIXED(2.562915447);
    const int32_t upper = both - (first + third) * FIXED(1.961570560);
    const int32_t lower = both - (second + fourth) * FIXED(0.390180644);
    of[7 * stride] = descale(first * FIXED(0.298631336) + outer + upper, bits);
    of[5 * stride] = descale(second * FIXED(2.053119869) + inner + lower, bits);
    of[3 * stride] = descale(third * FIXED(3.072711026) + inner + upper, bits);
    of[1 * stride] = descale(fourth * FIXED(1.501321110) + outer + lower, bits);
}

/* Eight numbers, `stride` apart, are replaced by their transform, which is divided by 2^bits. */
static inline void forward(int32_t *of, int stride, int bits)
{
    int32_t sums[4];
    int32_t differences[4];
    for (int i = 0; i < 4; i++) {
        sums[i] = of[i * stride] + of[(7 - i) * stride];
        differences[i] = of[i * stride] - of[(7 - i) * stride];
    }
    even_half(of, stride, sums, bits);
    odd_half(of, stride, differences, bits);
}

void h263_forward(int16_t values[H263_BLOCK])
{
    int32_t of[H263_BLOCK];
    for (int i = 0; i < H263_BLOCK; i++) {
        of[i] = values[i];
    }
    for (int row = 0; row < H263_EDGE; row++) {
        forward(of + row * H263_EDGE, 1, FRACTION_BITS - ROW_BITS);
    }
    for (int column = 0; column < H263_EDGE; column++) {
        forward(of + column, H263_EDGE, FRACTION_BITS + ROW_BITS + SCALE_BITS);
    }
    for (int i = 0; i < H263_BLOCK; i++) {
        values[i] = (int16_t)of[i];
    }
}

void h263_inverse(int16_t values[H263_BLOCK])
{
    int32_t of[H263_BLOCK];
    for (int i = 0; i < H263_BLOCK; i++) {
        of[i] = values[i];
    }
    idct8_block(of);
    for (int i = 0; i < H263_BLOCK; i++) {
        values[i] = (int16_t)of[i];
    }
}

void h263_transform(struct h263_row *values)
{
    for (int macroblock = 0; macroblock < H263_MACROBLOCKS; macroblock++) {
        for (int block = 0; block < H263_BLOCKS; block++) {
            h263_forward(values->blocks[macroblock][block]);
        }
    }
}
