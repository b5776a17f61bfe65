/* From the samples of an MCU to pixels. */
#ifndef JPEG_COLOUR_H
#define JPEG_COLOUR_H

#include "picture.h"

#define BYTES_A_PIXEL 3 /* blue, green, red, as a BMP file has them; grey pixels have one byte */

struct mcu {
    struct samples block[MCU_BLOCKS_MAX];
};

/* Writes the pixels of an MCU; their rows are `stride` bytes apart. Uses up the samples. */
void colour_convert(const struct picture *picture, struct mcu *mcu, uint8_t *pixels, int stride);

#endif
