/* The C library's memcpy, aligned and not. */

#include "part.h"

#include <string.h>

enum { BYTES = 4096, COPIES = 8 };

static uint8_t one[BYTES], other[BYTES];

uint32_t part(uint32_t seed)
{
    for (uint32_t i = 0; i < COPIES; i++) {
        one[i * 100] = (uint8_t)seed;
        memcpy(other, one, BYTES);
        memcpy(one + 1, other, BYTES - 100);
    }
    return other[700] + other[1 + seed % 8];
}
