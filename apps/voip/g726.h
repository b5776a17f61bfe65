/* Speech at 32 kbit/s: adaptive differential pulse code modulation, four bits a sample (ITU-T G.726). */
#ifndef G726_H
#define G726_H

#include <stdbool.h>
#include <stdint.h>

#define G726_ZEROS 6 /* coefficients of the predictor that follow differences */
#define G726_POLES 2 /* those that follow the signal */

/* A number as the predictor multiplies it: sign, exponent of four bits, mantissa of six. */
struct g726_float {
    bool negative;
    uint8_t exponent;
    uint8_t mantissa;
};

/* The state of a coder or decoder; names of the Recommendation in brackets. */
struct g726 {
    int32_t slow_scale;                        /* [YL] */
    int32_t fast_scale;                        /* [YU] */
    int32_t short_average, long_average;       /* of how large codes are [DMS, DML] */
    int32_t speed;                             /* control of adaptation [AP] */
    int32_t zeros[G726_ZEROS];                 /* [B1..B6] */
    int32_t poles[G726_POLES];                 /* [A1, A2] */
    struct g726_float differences[G726_ZEROS]; /* newest first [DQ1..DQ6] */
    struct g726_float signals[G726_POLES];     /* newest first [SR1, SR2] */
    bool sign[G726_POLES];                     /* of difference and zeros' estimate, newest first [PK1, PK2] */
    bool tone;                                 /* a narrow band may be there [TD] */
};

/* Sets the state before the first sample. */
void g726_reset(struct g726 *state);

/* Encodes a 16-bit sample. Returns its code: 1 to 15, never 0. */
uint8_t g726_encode(struct g726 *state, int16_t sample);

/* Decodes a code (0 to 15). Returns the sample. */
int16_t g726_decode(struct g726 *state, uint8_t code);

#endif
