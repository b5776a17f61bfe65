/* Assembles MCUs to rows of the bitmap: a strip, as high as an MCU and some MCUs wide, is filled, then its rows are
 * written to the memory tile. So the local memory needed does not depend on the picture's width. */
#ifndef JPEG_STRIP_H
#define JPEG_STRIP_H

#include "colour.h"

#define STRIP_PIXELS 64 /* a multiple of the width of every MCU */
#define STRIP_STRIDE (STRIP_PIXELS * BYTES_A_PIXEL)
#define STRIP_ROWS (SAMPLING_MAX * BLOCK_EDGE)

struct strip {
    const struct picture *picture;
    unsigned address; /* of the bitmap in the memory tile */
    int column;       /* of the picture, the first of the strip */
    int row;
    int filled; /* pixels of a row that are there */
    alignas(MESSAGE_ALIGNMENT) uint8_t pixels[STRIP_ROWS * STRIP_STRIDE];
};

void strip_begin(struct strip *strip, const struct picture *picture, unsigned address);

/* Takes the blocks of the next MCU of the picture, and uses up its samples. */
void strip_add(struct strip *strip, struct samples *mcu);

#endif
