/* The laws are piecewise linear, with eight segments, each twice as steep as the one before: a code is a sign, a
 * segment and four bits of the position in it. Source: ITU-T G.711 (11/88), tables 1 and 2; even bits of the A-law are
 * inverted, all of the mu-law. A sample is that of the tables (13 bits for the A-law, 14 for the mu-law) at the upper
 * end of 16 bits.
 */
#include "g711.h"
#include <stdbool.h>

#define SIGN 0x80u
#define EVEN_BITS 0x55u
#define MU_BIAS 33 /* makes the ends of the segments powers of two: 2^(segment + 6) - 33 */
#define MU_LARGEST 8158
#define STEPS 16u /* of a segment */

/* Returns the index of the highest bit set in a value that is not 0. */
static uint32_t highest_bit(uint32_t value)
{
    return 31u - (uint32_t)__builtin_clz(value);
}

uint8_t mu_law_of(int16_t sample)
{
    const bool negative = sample < 0;
    /* Halves of the smallest step are dropped towards zero on either side. */
    int32_t magnitude = (negative ? -(int32_t)sample : sample) >> 2;
    if (magnitude > MU_LARGEST) {
        magnitude = MU_LARGEST;
    }
    const uint32_t biased = (uint32_t)(magnitude + MU_BIAS);
    const uint32_t segment = highest_bit(biased) - 5;
    const uint32_t step = biased >> (segment + 1) & (STEPS - 1);
    return (uint8_t) ~((negative ? SIGN : 0) | segment << 4 | step);
}

int16_t of_mu_law(uint8_t code)
{
    const uint32_t plain = (uint8_t)~code;
    const uint32_t segment = plain >> 4 & 7;
    const uint32_t step = plain & (STEPS - 1);
    const int32_t magnitude = (int32_t)((2 * step + MU_BIAS) << segment) - MU_BIAS;
    return (int16_t)(((plain & SIGN) != 0 ? -magnitude : magnitude) * 4);
}

uint8_t a_law_of(int16_t sample)
{
    const bool negative = sample < 0;
    /* The steps below zero end where those above begin: -1 is in the first one. */
    const uint32_t magnitude = (uint32_t)(negative ? ~sample : sample) >> 4;
    const uint32_t segment = magnitude < 2 * STEPS ? magnitude / STEPS : highest_bit(magnitude) - 3;
    const uint32_t step = (segment < 2 ? magnitude : magnitude >> (segment - 1)) & (STEPS - 1);
    return (uint8_t)(((negative ? 0 : SIGN) | segment << 4 | step) ^ EVEN_BITS);
}

int16_t of_a_law(uint8_t code)
{
    const uint32_t plain = code ^ EVEN_BITS;
    const uint32_t segment = plain >> 4 & 7;
    const uint32_t step = plain & (STEPS - 1);
    /* The middle of the step, in halves of the smallest. */
    const uint32_t doubled = segment == 0 ? 2 * step + 1 : (2 * step + 1 + 2 * STEPS) << (segment - 1);
    const int32_t magnitude = (int32_t)(doubled * 8);
    return (int16_t)((plain & SIGN) != 0 ? magnitude : -magnitude);
}
