/* The contents of the data memory of the GPP or a DSP. All run the same program, so data that only one of them needs
 * share addresses with data that only the others need. */
#ifndef GATEWAY_MEMORY_H
#define GATEWAY_MEMORY_H

#include "h263.h"
#include "session.h"

#define INTERNAL_BYTES 0x8000u /* for blocks */
#define CAMERA_PICTURES 2      /* shown in turn */
#define RESULTS 4              /* rows of a session that come back and are not sent again yet */
#define STREAM_BYTES 0x1000u   /* of a bit stream that is kept */

union memory {
    struct {
        struct h263_row camera[CAMERA_PICTURES][H263_ROWS];
        struct h263_row results[SESSIONS_OF_A_KIND][RESULTS];
        uint8_t stream[STREAM_BYTES];
        uint32_t internal[INTERNAL_BYTES / sizeof(uint32_t)];
    } gpp;
    struct {
        struct h263 sessions[SESSIONS_OF_A_KIND];
        uint32_t output[sizeof(struct h263_row) / sizeof(uint32_t)];
        uint32_t internal[INTERNAL_BYTES / sizeof(uint32_t)];
    } dsp;
};

extern union memory memory;

#endif
