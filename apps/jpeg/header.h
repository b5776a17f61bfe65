/* The part of a JPEG file before its scan: the picture's format, and the tables with which it is coded (T.81, annex
 * B). */
#ifndef JPEG_HEADER_H
#define JPEG_HEADER_H

#include "huffman.h"
#include "picture.h"

#define TABLES 4 /* of each kind */

struct header {
    struct picture picture;
    struct quantization quantization[TABLES];
    struct huffman dc[TABLES];
    struct huffman ac[TABLES];
    unsigned restart_interval;    /* MCUs between two restart markers; 0: there are none */
    uint8_t quantization_defined; /* one bit for each table */
    bool jfif;
    bool adobe;
    uint8_t adobe_transform;
};

/* The position in a block, row by row, of each coefficient in the order of the file (T.81, figure 5). */
extern const uint8_t zigzag[BLOCK_SIZE];

/* Reads up to the first byte of the scan's data. Returns an error message, or NULL. */
const char *header_read(struct header *header, struct input *input);

#endif
