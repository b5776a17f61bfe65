/* Assembles MCUs to rows of the bitmap. */
#include "strip.h"

#include "../must.h"
#include "bmp.h"

void strip_begin(struct strip *strip, const struct picture *picture, unsigned address)
{
    strip->picture = picture;
    strip->address = address;
    strip->column = 0;
    strip->row = 0;
    strip->filled = 0;
}

static int lesser(int one, int other)
{
    return one < other ? one : other;
}

/* Writes the rows of the strip; pixels beyond the picture's right and lower border are dropped. */
static void write_rows(struct strip *strip)
{
    const struct picture *const picture = strip->picture;
    const int width = lesser(strip->filled, picture->width - strip->column);
    const int height = lesser(mcu_height(picture), picture->height - strip->row);
    for (int y = 0; y < height; y++) {
        uint8_t *const pixels = strip->pixels + y * STRIP_STRIDE;
        bmp_write(picture, strip->address, strip->column, strip->row + y, pixels, width);
    }
    MP_sent();
}

static void advance(struct strip *strip)
{
    strip->column += strip->filled;
    strip->filled = 0;
    if (strip->column >= strip->picture->width) {
        strip->column = 0;
        strip->row += mcu_height(strip->picture);
    }
}

void strip_add(struct strip *strip, struct samples *mcu)
{
    const struct picture *const picture = strip->picture;
    const int pixel_bytes = picture->components == 1 ? 1 : BYTES_A_PIXEL;
    colour_convert(picture, mcu, strip->pixels + strip->filled * pixel_bytes, STRIP_STRIDE);
    strip->filled += mcu_width(picture);
    if (strip->filled == STRIP_PIXELS || strip->column + strip->filled >= picture->width) {
        write_rows(strip);
        advance(strip);
    }
}
