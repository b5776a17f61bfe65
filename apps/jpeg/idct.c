/* Dequantization and inverse discrete cosine transform of a block, followed by the level shift and clamping of its
 * samples (T.81, A.3.1). */
#include "idct.h"

#include "../idct8.h"

#define LEVEL 128 /* samples are coded as differences from the middle */

static inline int32_t clamp(int32_t sample)
{
    if ((uint32_t)sample > UINT8_MAX) {
        return sample < 0 ? 0 : UINT8_MAX;
    }
    return sample;
}

void idct(const struct coefficients *coefficients, const struct quantization *quantization, struct samples *samples)
{
    int32_t *const of = samples->value;
    for (int i = 0; i < BLOCK_SIZE; i++) {
        of[i] = (int32_t)((uint32_t)coefficients->value[i] * quantization->factor[i]);
    }
    idct8_block(of);
    for (int i = 0; i < BLOCK_SIZE; i++) {
        of[i] = clamp(of[i] + LEVEL);
    }
}
