/* A JPEG file in the memory tile, opened: block after block can be decoded from it. */
#ifndef JPEG_DECODER_H
#define JPEG_DECODER_H

#include "scan.h"

struct decoder {
    struct input input;
    struct header header;
    struct scan scan; /* decoder.scan is what scan_block takes */
};

/* Opens the file at INPUT_AT, whose bitmap will be at OUTPUT_AT (both parameters of the task graph). Returns what is
 * wrong, or NULL. */
const char *decoder_open(struct decoder *decoder);

/* Complains on the standard error stream. Returns the exit status. */
int decoder_refuse(const char *fault);

#endif
