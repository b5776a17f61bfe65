/* Fourth stage: the bit stream of a row (H.263, section 5). Each row is a group of blocks that begins at a byte
 * boundary, with its own header: so vectors are predicted only within the row, and the loss of a row affects no other
 * row.
 */
#include "bits.h"
#include "codes.h"
#include "h263.h"
#include <string.h>

#define START_CODE 1u /* in 17 bits */
#define START_CODE_BITS 17u
#define SOURCE_SUB_QCIF 1u
#define ESCAPE 3u
#define ESCAPE_BITS 7u
#define DC_128 255u     /* how the level 128 is written */
#define VECTOR_RANGE 64 /* of differences of vectors, in half pixels */
#define TEMPORAL_HZ 30u /* about: pictures are numbered at 29.97 Hz */

/* A block has at most 32 levels of 22 bits and one of 8, a macroblock at most 64 bits more: less than a row's bytes. */
_Static_assert(H263_MACROBLOCKS *(H263_BLOCKS *(8 + 32 * 22) + 64) / 8 + 16 <= sizeof(struct h263_row),
               "a row's bits fit into a row's bytes");

/* The place of each coefficient in the order of the stream (figure 14). */
static const uint8_t zigzag[H263_BLOCK] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
};

static void put_code(struct bits *bits, struct h263_code code)
{
    bits_put(bits, code.bits, code.length);
}

/* The header of a picture, or of another group of blocks. */
static void put_header(struct bits *bits, const struct h263_decision *decision, uint32_t row)
{
    bits_put(bits, START_CODE, START_CODE_BITS);
    bits_put(bits, row, 5);
    if (row > 0) {
        bits_put(bits, !decision->intra, 2); /* changes when the kind of picture does */
        bits_put(bits, decision->quantizer, 5);
        return;
    }
    bits_put(bits, decision->picture * (TEMPORAL_HZ / H263_PICTURES_HZ), 8);
    bits_put(bits, 2, 2); /* as defined, against false start codes and for H.263 */
    bits_put(bits, 0, 3); /* no split screen, document camera, release of a frozen picture */
    bits_put(bits, SOURCE_SUB_QCIF, 3);
    bits_put(bits, !decision->intra, 1);
    bits_put(bits, 0, 4); /* none of the options */
    bits_put(bits, decision->quantizer, 5);
    bits_put(bits, 0, 2); /* not one of several pictures; nothing more in this header */
}

static void put_coefficient(struct bits *bits, bool last, uint32_t run, int32_t level)
{
    const uint32_t magnitude = (uint32_t)(level < 0 ? -level : level);
    if (run < H263_RUNS && magnitude <= h263_levels[last][run]) {
        put_code(bits, h263_coefficients[h263_first[last][run] + magnitude - 1]);
        bits_put(bits, level < 0, 1);
        return;
    }
    bits_put(bits, ESCAPE, ESCAPE_BITS);
    bits_put(bits, last, 1);
    bits_put(bits, run, 6);
    bits_put(bits, (uint32_t)level, 8);
}

/* Returns the position of the last level of a block, from `first` on; -1 if there is none. */
static int32_t last_of(const int16_t levels[H263_BLOCK], int32_t first)
{
    int32_t last = H263_BLOCK - 1;
    while (last >= first && levels[zigzag[last]] == 0) {
        last--;
    }
    return last < first ? -1 : last;
}

static void put_block(struct bits *bits, const int16_t levels[H263_BLOCK], bool intra)
{
    if (intra) {
        bits_put(bits, levels[0] == 128 ? DC_128 : (uint32_t)levels[0], 8);
    }
    const int32_t last = last_of(levels, intra);
    uint32_t run = 0;
    for (int32_t i = intra; i <= last; i++) {
        const int32_t level = levels[zigzag[i]];
        if (level == 0) {
            run++;
            continue;
        }
        put_coefficient(bits, i == last, run, level);
        run = 0;
    }
}

/* Writes a component of a vector as the difference from that of the macroblock before. */
static void put_vector(struct bits *bits, int32_t component, int32_t before)
{
    int32_t difference = component - before;
    if (difference < -VECTOR_RANGE / 2) {
        difference += VECTOR_RANGE;
    } else if (difference >= VECTOR_RANGE / 2) {
        difference -= VECTOR_RANGE;
    }
    put_code(bits, h263_mvd[difference < 0 ? -difference : difference]);
    if (difference != 0) {
        bits_put(bits, difference < 0, 1);
    }
}

/* Returns which blocks have levels, not counting an intra block's mean: bit 5 is the first block. */
static uint32_t pattern_of(const int16_t levels[H263_BLOCKS][H263_BLOCK], bool intra)
{
    uint32_t pattern = 0;
    for (int block = 0; block < H263_BLOCKS; block++) {
        pattern = pattern << 1 | (last_of(levels[block], intra) >= 0);
    }
    return pattern;
}

static void put_type(struct bits *bits, bool intra_picture, bool intra, uint32_t pattern)
{
    if (intra_picture) {
        put_code(bits, h263_mcbpc_intra_picture[pattern & 3]);
    } else {
        bits_put(bits, 0, 1); /* coded */
        put_code(bits, (intra ? h263_mcbpc_intra : h263_mcbpc_inter)[pattern & 3]);
    }
    put_code(bits, h263_cbpy[intra ? pattern >> 2 : 15 - (pattern >> 2)]);
}

static void put_macroblock(struct bits *bits, const struct h263_decision *decision, uint32_t number,
                           const int16_t levels[H263_BLOCKS][H263_BLOCK])
{
    const struct h263_prediction *prediction = &decision->macroblocks[number];
    const struct h263_vector vector = prediction->vector;
    const uint32_t pattern = pattern_of(levels, prediction->intra);
    if (!prediction->intra && pattern == 0 && vector.x == 0 && vector.y == 0) {
        bits_put(bits, 1, 1); /* not coded: as in the last picture */
        return;
    }
    put_type(bits, decision->intra, prediction->intra, pattern);
    if (!prediction->intra) {
        const struct h263_vector before = number == 0 ? (struct h263_vector){0, 0} : prediction[-1].vector;
        put_vector(bits, vector.x, before.x);
        put_vector(bits, vector.y, before.y);
    }
    for (int block = 0; block < H263_BLOCKS; block++) {
        put_block(bits, levels[block], prediction->intra);
    }
}

uint32_t h263_entropy(const struct h263_decision *decision, uint32_t row, const struct h263_row *levels,
                      uint8_t *stream)
{
    struct bits bits = {.next = stream};
    put_header(&bits, decision, row);
    for (uint32_t number = 0; number < H263_MACROBLOCKS; number++) {
        put_macroblock(&bits, decision, number, levels->blocks[number]);
    }
    bits_align(&bits);
    return (uint32_t)(bits.next - stream);
}
