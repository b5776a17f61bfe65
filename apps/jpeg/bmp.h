/* The decoded picture as a Windows bitmap file in the memory tile: its length in a word, then the file. Grey pictures
 * have a palette, others 24 bits a pixel. */
#ifndef JPEG_BMP_H
#define JPEG_BMP_H

#include "picture.h"

#include <stdbool.h>

/* Returns whether the memory from `address` on has room for the file. */
bool bmp_fits(const struct picture *picture, unsigned address);

/* Writes the headers and the palette. */
void bmp_begin(const struct picture *picture, unsigned address);

/* Writes `width` pixels of row y (from the top), from column x on, a multiple of 4. At the end of the row, clears and
 * writes the padding bytes after the pixels, too. */
void bmp_write(const struct picture *picture, unsigned address, int x, int y, uint8_t *pixels, int width);

/* Writes the length: the file is complete. */
void bmp_end(const struct picture *picture, unsigned address);

#endif
