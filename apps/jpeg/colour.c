/* Colour conversion: YCbCr to RGB as JFIF 1.02 defines it, in fixed point with libjpeg's constants and roundings.
 * Subsampled chroma is replicated. The contribution of chroma to a pixel is computed once for each chroma sample,
 * however many pixels share it. */
#include "colour.h"

#define FRACTION_BITS 16
#define CONSTANT(x) ((int32_t)((x) * (1 << FRACTION_BITS) + 0.5))
#define MIDDLE 128 /* neutral chroma */

/* The three planes of an MCU. For YCbCr: luma, and the contributions of chroma to green, blue and red; for RGB: the
 * three colours. The planes of the second and third component have the same shape. */
struct planes {
    const struct samples *first;
    const struct samples *green;
    const struct samples *blue;
    const struct samples *red;
};

/* Returns the sample in column x and row y of a plane that is `across` blocks wide. */
static const int32_t *sample(const struct samples *plane, int across, int x, int y)
{
    const struct samples *const block = plane + y / BLOCK_EDGE * across + x / BLOCK_EDGE;
    return &block->value[y % BLOCK_EDGE * BLOCK_EDGE + x % BLOCK_EDGE];
}

/* Replaces Cb and Cr by their contributions to blue and red, and computes that of both to green. */
static void chroma_terms(struct samples *cb_to_blue, struct samples *cr_to_red, struct samples *green)
{
    const int32_t half = 1 << (FRACTION_BITS - 1);
    for (int i = 0; i < BLOCK_SIZE; i++) {
        const int32_t cb = cb_to_blue->value[i] - MIDDLE;
        const int32_t cr = cr_to_red->value[i] - MIDDLE;
        cb_to_blue->value[i] = (CONSTANT(1.77200) * cb + half) >> FRACTION_BITS;
        cr_to_red->value[i] = (CONSTANT(1.40200) * cr + half) >> FRACTION_BITS;
        green->value[i] = (half - CONSTANT(0.34414) * cb - CONSTANT(0.71414) * cr) >> FRACTION_BITS;
    }
}

static uint8_t clamp(int32_t value)
{
    if ((uint32_t)value > UINT8_MAX) {
        return value < 0 ? 0 : UINT8_MAX;
    }
    return (uint8_t)value;
}

/* Converts eight pixels of a row; 2^shift of them share a chroma sample. */
static void luma_chroma_run(const int32_t *luma, const int32_t *green, const int32_t *blue, const int32_t *red,
                            int shift, uint8_t *pixels)
{
    for (int x = 0; x < BLOCK_EDGE; x++) {
        pixels[BYTES_A_PIXEL * x] = clamp(luma[x] + blue[x >> shift]);
        pixels[BYTES_A_PIXEL * x + 1] = clamp(luma[x] + green[x >> shift]);
        pixels[BYTES_A_PIXEL * x + 2] = clamp(luma[x] + red[x >> shift]);
    }
}

static void rgb_run(const int32_t *red, const int32_t *green, const int32_t *blue, int shift, uint8_t *pixels)
{
    for (int x = 0; x < BLOCK_EDGE; x++) {
        pixels[BYTES_A_PIXEL * x] = (uint8_t)blue[x >> shift];
        pixels[BYTES_A_PIXEL * x + 1] = (uint8_t)green[x >> shift];
        pixels[BYTES_A_PIXEL * x + 2] = (uint8_t)red[x];
    }
}

static int log2_of(int power)
{
    return power == 1 ? 0 : 1 + log2_of(power / 2);
}

static void convert_row(const struct picture *picture, const struct planes *planes, int y, uint8_t *pixels)
{
    const struct component *const fine = &picture->component[0];
    const struct component *const coarse = &picture->component[1];
    const int shift = log2_of(fine->across / coarse->across);
    const int coarse_y = y * coarse->down / fine->down;
    for (int x = 0; x < mcu_width(picture); x += BLOCK_EDGE) {
        const int32_t *const first = sample(planes->first, fine->across, x, y);
        const int32_t *const green = sample(planes->green, coarse->across, x >> shift, coarse_y);
        const int32_t *const blue = sample(planes->blue, coarse->across, x >> shift, coarse_y);
        if (picture->luma_chroma) {
            const int32_t *const red = sample(planes->red, coarse->across, x >> shift, coarse_y);
            luma_chroma_run(first, green, blue, red, shift, pixels + BYTES_A_PIXEL * x);
        } else {
            rgb_run(first, green, blue, shift, pixels + BYTES_A_PIXEL * x);
        }
    }
}

static void convert_grey(const struct samples *block, uint8_t *pixels, int stride)
{
    for (int y = 0; y < BLOCK_EDGE; y++) {
        for (int x = 0; x < BLOCK_EDGE; x++) {
            pixels[y * stride + x] = (uint8_t)block->value[y * BLOCK_EDGE + x];
        }
    }
}

/* Finds the planes in the MCU. For YCbCr, converts chroma to contributions in place; those to green are written to
 * `green`. */
static struct planes find_planes(const struct picture *picture, struct samples *mcu, struct samples *green)
{
    const int fine = picture->component[0].across * picture->component[0].down;
    const int coarse = picture->component[1].across * picture->component[1].down;
    struct samples *const second = mcu + fine;
    struct samples *const third = second + coarse;
    if (!picture->luma_chroma) {
        return (struct planes){.first = mcu, .green = second, .blue = third};
    }
    for (int i = 0; i < coarse; i++) {
        chroma_terms(second + i, third + i, green + i);
    }
    return (struct planes){.first = mcu, .green = green, .blue = second, .red = third};
}

void colour_convert(const struct picture *picture, struct samples *mcu, uint8_t *pixels, int stride)
{
    struct samples green[CHROMA_BLOCKS_MAX];
    if (picture->components == 1) {
        convert_grey(mcu, pixels, stride);
        return;
    }
    const struct planes planes = find_planes(picture, mcu, green);
    for (int y = 0; y < mcu_height(picture); y++) {
        convert_row(picture, &planes, y, pixels + y * stride);
    }
}
