/* First stage: motion estimation, and the difference of each macroblock from its prediction.
 *
 * Search: three steps over whole pixels (T. Koga et al., "Motion-compensated interframe coding for video conferencing",
 * NTC 1981), then the eight half pixels around the best position. The decision for intra coding and the preference for
 * no motion are those of the test model (ITU-T, "Video codec test model, TMN5", 3.2). Vectors stay within the picture.
 */
#include "h263.h"

#define FIRST_STEP 4         /* pixels; then half of it, down to 1 */
#define STILL_BONUS 100u     /* of the sum of differences, for the vector zero */
#define INTRA_THRESHOLD 500u /* by which intra must be better */
#define LUMA_BLOCKS 4u
#define MACROBLOCK_EDGE 16

typedef int16_t macroblock_values[H263_BLOCKS][H263_BLOCK];

/* A search for a macroblock. */
struct search {
    const struct h263_picture *reference;
    uint32_t row, macroblock;
    const macroblock_values *values;
    struct h263_vector best;
    uint32_t least; /* sum of absolute differences at the best place */
};

static inline uint32_t magnitude(int32_t value)
{
    return (uint32_t)(value < 0 ? -value : value);
}

/* The sum of absolute differences of a block from a prediction. */
static uint32_t difference(const int16_t *values, const int16_t *predicted)
{
    uint32_t sum = 0;
#pragma GCC unroll 8
    for (int i = 0; i < H263_BLOCK; i++) {
        sum += magnitude(values[i] - predicted[i]);
    }
    return sum;
}

/* The same for a whole-pixel position in the last picture, which is most of the search. */
static uint32_t difference_at(const int16_t *values, const uint8_t *pixels)
{
    uint32_t sum = 0;
    for (int row = 0; row < H263_EDGE; row++, values += H263_EDGE, pixels += H263_WIDTH) {
#pragma GCC unroll 8
        for (int column = 0; column < H263_EDGE; column++) {
            sum += magnitude(values[column] - pixels[column]);
        }
    }
    return sum;
}

static uint32_t difference_of(const struct search *search, uint32_t block, struct h263_vector vector)
{
    const int16_t *values = (*search->values)[block];
    if (vector.x % 2 == 0 && vector.y % 2 == 0) {
        const int32_t x = (int32_t)(MACROBLOCK_EDGE * search->macroblock + block % 2 * H263_EDGE) + vector.x / 2;
        const int32_t y = (int32_t)(MACROBLOCK_EDGE * search->row + block / 2 * H263_EDGE) + vector.y / 2;
        return difference_at(values, &search->reference->luma[y][x]);
    }
    int16_t predicted[H263_BLOCK];
    h263_predict(search->reference, search->row, search->macroblock, block, vector, predicted);
    return difference(values, predicted);
}

static bool is_inside(int32_t at, int32_t displaced, int32_t size)
{
    const int32_t twice = 2 * at * MACROBLOCK_EDGE + displaced;
    return twice >= 0 && twice <= 2 * (size - MACROBLOCK_EDGE);
}

/* Tries a vector, and keeps it if it is better. */
static void try(struct search *search, int32_t x, int32_t y)
{
    if (!is_inside((int32_t)search->macroblock, x, H263_WIDTH) || !is_inside((int32_t)search->row, y, H263_HEIGHT)) {
        return;
    }
    const struct h263_vector vector = {(int8_t)x, (int8_t)y};
    uint32_t sum = 0;
    for (uint32_t block = 0; block < LUMA_BLOCKS && sum < search->least; block++) {
        sum += difference_of(search, block, vector);
    }
    if (sum < search->least) {
        search->best = vector;
        search->least = sum;
    }
}

/* Tries the eight positions around the best, `step` half pixels away. */
static void try_around(struct search *search, int32_t step)
{
    const struct h263_vector centre = search->best;
    for (int32_t y = -step; y <= step; y += step) {
        for (int32_t x = -step; x <= step; x += step) {
            if (x != 0 || y != 0) {
                try(search, centre.x + x, centre.y + y);
            }
        }
    }
}

static void find(struct search *search)
{
    try(search, 0, 0);
    search->least -= search->least < STILL_BONUS ? search->least : STILL_BONUS;
    for (int32_t step = FIRST_STEP; step >= 1; step /= 2) {
        try_around(search, 2 * step);
    }
    try_around(search, 1);
}

/* How much a macroblock's luminance differs from its mean. */
static uint32_t activity(const macroblock_values *values)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < LUMA_BLOCKS * H263_BLOCK; i++) {
        sum += (*values)[i / H263_BLOCK][i % H263_BLOCK];
    }
    const int32_t mean = sum / (int32_t)(LUMA_BLOCKS * H263_BLOCK);
    uint32_t of_all = 0;
    for (uint32_t i = 0; i < LUMA_BLOCKS * H263_BLOCK; i++) {
        of_all += magnitude((*values)[i / H263_BLOCK][i % H263_BLOCK] - mean);
    }
    return of_all;
}

static void subtract(const struct search *search, macroblock_values *values)
{
    for (uint32_t block = 0; block < H263_BLOCKS; block++) {
        int16_t predicted[H263_BLOCK];
        h263_predict(search->reference, search->row, search->macroblock, block, search->best, predicted);
        for (int i = 0; i < H263_BLOCK; i++) {
            (*values)[block][i] = (int16_t)((*values)[block][i] - predicted[i]);
        }
    }
}

void h263_motion(struct h263 *session, uint32_t row, struct h263_row *values)
{
    struct h263_decision *decision = &session->rows[row];
    for (uint32_t number = 0; number < H263_MACROBLOCKS; number++) {
        struct h263_prediction *prediction = &decision->macroblocks[number];
        *prediction = (struct h263_prediction){.intra = true};
        if (decision->intra) {
            continue;
        }
        macroblock_values *macroblock = &values->blocks[number];
        const struct h263_picture *reference = &session->pictures[(decision->picture + 1) % 2];
        struct search search = {reference, row, number, macroblock, {0, 0}, UINT32_MAX};
        find(&search);
        if (search.least < activity(macroblock) + INTRA_THRESHOLD) {
            *prediction = (struct h263_prediction){false, search.best};
            subtract(&search, macroblock);
        }
    }
}
