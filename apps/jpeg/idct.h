/* Dequantization and the inverse discrete cosine transform of a block (T.81, A.3.3 and A.3.4). */
#ifndef JPEG_IDCT_H
#define JPEG_IDCT_H

#include "picture.h"

void idct(const struct coefficients *coefficients, const struct quantization *quantization, struct samples *samples);

#endif
