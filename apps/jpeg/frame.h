/* The two segments of the header that describe the components of the picture. */
#ifndef JPEG_FRAME_H
#define JPEG_FRAME_H

#include "header.h"

/* Start of frame (T.81, B.2.2): size and components. Both functions return an error message, or NULL. */
const char *frame_read(struct header *header, struct input *input, unsigned left);

/* Start of scan (T.81, B.2.3): which Huffman tables each component uses. */
const char *scan_header_read(struct header *header, struct input *input, unsigned left);

#endif
