/* Variable-length codes of ITU-T H.263 (03/96), section 5.3 and 5.4. */
#ifndef GATEWAY_CODES_H
#define GATEWAY_CODES_H

#include <stdint.h>

/* The last `length` bits of `bits`, first bit highest. */
struct h263_code {
    uint16_t bits;
    uint8_t length;
};

#define H263_RUNS 41 /* zeros before a level in the table of coefficients: 0 to 40 */

/* Macroblock type and which blocks of chrominance have coefficients (tables 7 and 8); by Cb and Cr, Cb higher. */
extern const struct h263_code h263_mcbpc_intra_picture[4];
extern const struct h263_code h263_mcbpc_inter[4];
extern const struct h263_code h263_mcbpc_intra[4];

/* Which blocks of luminance have coefficients, the first highest (table 13, for intra; for inter the complement). */
extern const struct h263_code h263_cbpy[16];

/* Magnitude of a difference of vectors, in half pixels, without sign (table 14). */
extern const struct h263_code h263_mvd[33];

/* Coefficients (table 16), without sign: for `last` and a run, the codes of levels 1 to h263_levels[last][run] begin at
 * h263_coefficients[h263_first[last][run]]. */
extern const struct h263_code h263_coefficients[102];
extern const uint8_t h263_levels[2][H263_RUNS];
extern const uint8_t h263_first[2][H263_RUNS];

#endif
