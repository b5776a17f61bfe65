/* The scan of a baseline JPEG file: block after block, Huffman-coded (T.81, F.2). */
#ifndef JPEG_SCAN_H
#define JPEG_SCAN_H

#include "header.h"

struct scan {
    const struct header *header;
    struct bits bits;
    int prediction[COMPONENTS_MAX]; /* the last DC coefficient of each component */
    unsigned block;                 /* of the MCU, the next one */
    uint32_t blocks_left;           /* of the picture */
    unsigned mcus_to_restart;
    unsigned restarts; /* restart markers passed */
};

void scan_begin(struct scan *scan, const struct header *header, struct input *input);

/* Decodes the next block. Returns what is wrong, or NULL. That the file ends as it should is part of the last block. */
const char *scan_block(struct scan *scan, struct coefficients *coefficients);

#endif
