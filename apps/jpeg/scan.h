/* The scan of a baseline JPEG file: block after block, Huffman-coded (T.81, F.2). */
#ifndef JPEG_SCAN_H
#define JPEG_SCAN_H

#include "header.h"

struct scan {
    const struct header *header;
    struct bits bits;
    int prediction[COMPONENTS_MAX]; /* the last DC coefficient of each component */
    unsigned block;                 /* index of the next block in the MCU */
    uint32_t blocks_left;           /* of the picture */
    unsigned mcus_to_restart;
    unsigned restarts; /* restart markers passed */
};

void scan_begin(struct scan *scan, const struct header *header, struct input *input);

/* Decodes the next block. Returns an error message, or NULL. The last block includes the check that the file ends
 * properly. */
const char *scan_block(struct scan *scan, struct coefficients *coefficients);

#endif
