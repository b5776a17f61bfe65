/* The ground is smoothed noise, so that it has edges of all directions and sizes, like a photograph; it drifts by
 * fractions of pixels. Nothing is stored: every pixel is computed from its position and time.
 */
#include "scene.h"

#define PLACE_BITS 4 /* of fraction of a place */
#define CELL_BITS 2  /* pixels of the smallest cell of the noise */
#define RADIUS 14

/* Position of the ball in pixels: it moves 5 to the right and 1 down with each picture. */
#define BALL_X(picture) ((int32_t)(20 + 5 * (picture)) % (H263_WIDTH + 2 * RADIUS) - RADIUS)
#define BALL_Y(picture) ((int32_t)(30 + (picture)) % H263_HEIGHT)

static int32_t noise(uint32_t x, uint32_t y)
{
    uint32_t hash = x * 374761393u + y * 668265263u;
    hash = (hash ^ hash >> 13) * 1274126177u;
    return (int32_t)(hash >> 24);
}

/* Returns noise, interpolated between the corners of cells of 2^bits pixels. */
static int32_t smooth(uint32_t x, uint32_t y, uint32_t bits)
{
    const int32_t size = 1 << bits;
    const uint32_t column = x >> bits;
    const uint32_t row = y >> bits;
    const int32_t right = (int32_t)(x & (uint32_t)(size - 1));
    const int32_t below = (int32_t)(y & (uint32_t)(size - 1));
    const int32_t upper = noise(column, row) * (size - right) + noise(column + 1, row) * right;
    const int32_t lower = noise(column, row + 1) * (size - right) + noise(column + 1, row + 1) * right;
    return (upper * (size - below) + lower * below) >> 2 * bits;
}

static int32_t luminance(uint32_t picture, int32_t x, int32_t y)
{
    const int32_t from_x = x - BALL_X(picture);
    const int32_t from_y = y - BALL_Y(picture);
    const int32_t distance = from_x * from_x + from_y * from_y;
    if (distance < RADIUS * RADIUS) {
        return 235 - distance / 2;
    }
    const uint32_t at_x = ((uint32_t)x << PLACE_BITS) + 23 * picture;
    const uint32_t at_y = ((uint32_t)y << PLACE_BITS) + 13 * picture;
    const int32_t coarse = smooth(at_x, at_y, PLACE_BITS + CELL_BITS + 3);
    const int32_t middle = smooth(at_x, at_y, PLACE_BITS + CELL_BITS + 1);
    const int32_t fine = smooth(at_x, at_y, PLACE_BITS + CELL_BITS);
    return 16 + (4 * coarse + 2 * middle + fine) / 8;
}

static int32_t chrominance(uint32_t picture, uint32_t component, int32_t x, int32_t y)
{
    const uint32_t at_x = ((uint32_t)x << (PLACE_BITS + 1)) + 23 * picture + 4096 * (component + 1);
    const uint32_t at_y = ((uint32_t)y << (PLACE_BITS + 1)) + 13 * picture;
    return 96 + smooth(at_x, at_y, PLACE_BITS + CELL_BITS + 3) / 4;
}

static int16_t pixel(uint32_t picture, uint32_t row, uint32_t macroblock, uint32_t block, uint32_t i)
{
    const uint32_t x = i % H263_EDGE;
    const uint32_t y = i / H263_EDGE;
    if (block < 4) {
        const uint32_t right = 16 * macroblock + block % 2 * H263_EDGE;
        const uint32_t below = 16 * row + block / 2 * H263_EDGE;
        return (int16_t)luminance(picture, (int32_t)(right + x), (int32_t)(below + y));
    }
    return (int16_t)chrominance(picture, block - 4, (int32_t)(H263_EDGE * macroblock + x),
                                (int32_t)(H263_EDGE * row + y));
}

void scene_row(uint32_t picture, uint32_t row, struct h263_row *values)
{
    for (uint32_t macroblock = 0; macroblock < H263_MACROBLOCKS; macroblock++) {
        for (uint32_t block = 0; block < H263_BLOCKS; block++) {
            for (uint32_t i = 0; i < H263_BLOCK; i++) {
                values->blocks[macroblock][block][i] = pixel(picture, row, macroblock, block, i);
            }
        }
    }
}
