/* An open JPEG file in the memory tile, whose blocks can be decoded one after the other. */
#ifndef JPEG_DECODER_H
#define JPEG_DECODER_H

#include "scan.h"

struct decoder {
    struct input input;
    struct header header;
    struct scan scan; /* decoder.scan is what scan_block takes */
};

/* Opens the file at INPUT_AT, whose bitmap will be at OUTPUT_AT (both are parameters of the task graph). Returns an
 * error message, or NULL. */
const char *decoder_open(struct decoder *decoder);

/* Prints an error message on standard error. Returns the exit status. */
int decoder_refuse(const char *fault);

#endif
