/* The codecs of the phone, by their names: frames of 20 ms of speech and what is sent of them. */
#ifndef CODEC_H
#define CODEC_H

#include <stdint.h>

#define FRAME_SAMPLES 160u /* 20 ms */
#define FRAME_BYTES (2 * FRAME_SAMPLES)
#define FRAMES_MOST 150u         /* of a call: 3 s */
#define CODES_MOST FRAME_SAMPLES /* bytes of an encoded frame at most */

struct codec {
    const char *name;
    uint8_t payload_type; /* of its RTP packets */
    uint32_t code_bytes;  /* of an encoded frame */
    void (*encode)(const int16_t *samples, uint8_t *codes);
    void (*decode)(const uint8_t *codes, int16_t *samples);
};

/* The codec of this name, one of CODEC_NAMES; NULL if there is none. Its two directions begin anew. */
const struct codec *codec_named(const char *name);

#define CODEC_NAMES "mu-law, a-law, g726"

#endif
