/* Prediction of a block from the last picture, displaced by half pixels (H.263, 6.1.1 and 6.1.2). */
#include "h263.h"

/* Fetches 8 x 8 pixels of a plane from (x, y), in half pixels, as the rounded mean of four. At whole positions, all
 * four or each two of them are the same pixel; the rounding is as defined. */
static void fetch(const uint8_t *plane, int32_t width, int32_t x, int32_t y, int16_t values[H263_BLOCK])
{
    const uint8_t *at = plane + (y >> 1) * width + (x >> 1);
    const int32_t right = x & 1;
    const int32_t below = (y & 1) * width;
    for (int row = 0; row < H263_EDGE; row++, at += width) {
#pragma GCC unroll 8
        for (int column = 0; column < H263_EDGE; column++) {
            const uint8_t *pixel = at + column;
            const int32_t sum = pixel[0] + pixel[right] + pixel[below] + pixel[below + right];
            *values++ = (int16_t)((sum + 2) >> 2);
        }
    }
}

/* Half of a displacement of luminance, in half pixels of chrominance: quarters become halves. */
static int32_t of_chroma(int32_t luma)
{
    return 2 * (luma >> 2) + ((luma & 3) != 0);
}

void h263_predict(const struct h263_picture *reference, uint32_t row, uint32_t macroblock, uint32_t block,
                  struct h263_vector vector, int16_t values[H263_BLOCK])
{
    if (block < 4) {
        const int32_t x = (int32_t)(macroblock * 16 + (block & 1) * H263_EDGE);
        const int32_t y = (int32_t)(row * 16 + (block >> 1) * H263_EDGE);
        fetch(&reference->luma[0][0], H263_WIDTH, 2 * x + vector.x, 2 * y + vector.y, values);
        return;
    }
    const int32_t x = (int32_t)(2 * macroblock * H263_EDGE) + of_chroma(vector.x);
    const int32_t y = (int32_t)(2 * row * H263_EDGE) + of_chroma(vector.y);
    fetch(&reference->chroma[block - 4][0][0], H263_WIDTH / 2, x, y, values);
}
