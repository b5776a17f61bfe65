/* The codecs of the phone, by name: they convert between frames of 20 ms of speech and their codes. */
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

/* Returns the codec with this name, one of CODEC_NAMES, and resets both directions; NULL if there is none. */
const struct codec *codec_named(const char *name);

#define CODEC_NAMES "mu-law, a-law, g726"

#endif
