/* Opens a JPEG file: checks everything that can be rejected before the first block. */
#include "decoder.h"

#include "bmp.h"

#include <stddef.h>
#include <stdio.h>

const char *decoder_open(struct decoder *decoder)
{
    struct header *const header = &decoder->header;
    const char *fault = input_open(&decoder->input, INPUT_AT, OUTPUT_AT - INPUT_AT);
    fault = fault != NULL ? fault : header_read(header, &decoder->input);
    if (fault == NULL && !bmp_fits(&header->picture, OUTPUT_AT)) {
        fault = "the memory has no room for the decoded picture";
    }
    if (fault == NULL) {
        scan_begin(&decoder->scan, header, &decoder->input);
    }
    return fault;
}

int decoder_refuse(const char *fault)
{
    fprintf(stderr, "jpeg: %s\n", fault);
    return 1;
}
