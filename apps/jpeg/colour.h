/* Converts the samples of an MCU to pixels. */
#ifndef JPEG_COLOUR_H
#define JPEG_COLOUR_H

#include "picture.h"

#define BYTES_A_PIXEL 3 /* blue, green, red, as a BMP file has them; grey pixels have one byte */

/* Writes the pixels of an MCU with these blocks; rows are `stride` bytes apart. Overwrites the samples. */
void colour_convert(const struct picture *picture, struct samples *mcu, uint8_t *pixels, int stride);

#endif
