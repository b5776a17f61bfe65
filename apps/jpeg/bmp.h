/* The decoded picture as a Windows bitmap file in the memory tile: its length in a word, the file behind it. Grey
 * pictures have a palette, others 24 bits a pixel. */
#ifndef JPEG_BMP_H
#define JPEG_BMP_H

#include "picture.h"

#include <stdbool.h>

/* Whether the memory from `address` on has room for the file. */
bool bmp_fits(const struct picture *picture, unsigned address);

/* Writes what stands before the pixels. */
void bmp_begin(const struct picture *picture, unsigned address);

/* Writes `width` pixels of row y (from the top), beginning with column x, a multiple of 4. At the end of the row bytes
 * behind the pixels are cleared and written too, up to a whole word. */
void bmp_write(const struct picture *picture, unsigned address, int x, int y, uint8_t *pixels, int width);

/* Writes the length: the file is complete. */
void bmp_end(const struct picture *picture, unsigned address);

#endif
