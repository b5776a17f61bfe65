/* Third stage: coefficients become levels, as the test model rounds them (ITU-T, TMN5, 3.4), and the picture is
 * reconstructed as a decoder will do it (H.263, 6.2), as the reference of the next one.
 */
#include "h263.h"

#define LEVEL_MOST 127
#define DC_STEP 8
#define DC_LEVEL_MOST 254
#define COEFFICIENT_LEAST (-2048)
#define COEFFICIENT_MOST 2047
#define LEVELS_KEPT 32 /* of a block, so that a row's bits fit into a row's bytes: see entropy.c */

static int32_t within(int32_t value, int32_t least, int32_t most)
{
    if (value < least) {
        return least;
    }
    return value > most ? most : value;
}

static int16_t level_of(int32_t coefficient, int32_t quantizer, bool intra)
{
    const int32_t magnitude = coefficient < 0 ? -coefficient : coefficient;
    const int32_t dead = intra ? 0 : quantizer / 2;
    const int32_t level = magnitude <= dead ? 0 : within((magnitude - dead) / (2 * quantizer), 0, LEVEL_MOST);
    return (int16_t)(coefficient < 0 ? -level : level);
}

/* H.263, 6.2.1. */
static int16_t coefficient_of(int32_t level, int32_t quantizer)
{
    if (level == 0) {
        return 0;
    }
    const int32_t magnitude = quantizer * (2 * (level < 0 ? -level : level) + 1) - (quantizer % 2 == 0);
    return (int16_t)within(level < 0 ? -magnitude : magnitude, COEFFICIENT_LEAST, COEFFICIENT_MOST);
}

/* Converts coefficients to levels, and these to the coefficients that a decoder reconstructs. */
static void quantize(int16_t values[H263_BLOCK], int32_t quantizer, bool intra, int16_t decoded[H263_BLOCK])
{
    int kept = 0;
    for (int i = 0; i < H263_BLOCK; i++) {
        int16_t level = level_of(values[i], quantizer, intra);
        if (kept == LEVELS_KEPT) {
            level = 0;
        }
        kept += level != 0;
        decoded[i] = coefficient_of(level, quantizer);
        if (i == 0 && intra) {
            level = (int16_t)within((values[0] + DC_STEP / 2) / DC_STEP, 1, DC_LEVEL_MOST);
            decoded[0] = (int16_t)(level * DC_STEP);
        }
        values[i] = level;
    }
}

/* Returns the address of a block's first pixel in a picture; `*width` becomes the distance to the pixel below. */
static uint8_t *place_of(struct h263_picture *picture, uint32_t row, uint32_t macroblock, uint32_t block,
                         uint32_t *width)
{
    if (block < 4) {
        *width = H263_WIDTH;
        return &picture->luma[16 * row + (block >> 1) * H263_EDGE][16 * macroblock + (block & 1) * H263_EDGE];
    }
    *width = H263_WIDTH / 2;
    return &picture->chroma[block - 4][H263_EDGE * row][H263_EDGE * macroblock];
}

static void put_pixels(uint8_t *at, uint32_t width, const int16_t difference[H263_BLOCK],
                       const int16_t predicted[H263_BLOCK])
{
    for (uint32_t row = 0; row < H263_EDGE; row++, at += width) {
        for (uint32_t column = 0; column < H263_EDGE; column++) {
            const uint32_t i = row * H263_EDGE + column;
            at[column] = (uint8_t)within(difference[i] + predicted[i], 0, UINT8_MAX);
        }
    }
}

void h263_quantize(struct h263 *session, uint32_t row, struct h263_row *values)
{
    const struct h263_decision *decision = &session->rows[row];
    struct h263_picture *picture = &session->pictures[decision->picture % 2];
    const struct h263_picture *reference = &session->pictures[(decision->picture + 1) % 2];
    for (uint32_t macroblock = 0; macroblock < H263_MACROBLOCKS; macroblock++) {
        const struct h263_prediction *prediction = &decision->macroblocks[macroblock];
        for (uint32_t block = 0; block < H263_BLOCKS; block++) {
            int16_t decoded[H263_BLOCK];
            quantize(values->blocks[macroblock][block], decision->quantizer, prediction->intra, decoded);
            h263_inverse(decoded);
            int16_t predicted[H263_BLOCK] = {0};
            if (!prediction->intra) {
                h263_predict(reference, row, macroblock, block, prediction->vector, predicted);
            }
            uint32_t width;
            uint8_t *at = place_of(picture, row, macroblock, block, &width);
            put_pixels(at, width, decoded, predicted);
        }
    }
}
