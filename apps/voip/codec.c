/* G.711 at 64 kbit/s and G.726 at 32 kbit/s. Of two G.726 codes in a byte, the earlier one is in the lower bits (RFC
 * 3551, 4.5.4).
 */
#include "codec.h"
#include "g711.h"
#include "g726.h"
#include "rtp.h"
#include <stddef.h>
#include <string.h>

static struct g726 coder;
static struct g726 decoder;

static void to_mu_law(const int16_t *samples, uint8_t *codes)
{
    for (uint32_t i = 0; i < FRAME_SAMPLES; i++) {
        codes[i] = mu_law_of(samples[i]);
    }
}

static void from_mu_law(const uint8_t *codes, int16_t *samples)
{
    for (uint32_t i = 0; i < FRAME_SAMPLES; i++) {
        samples[i] = of_mu_law(codes[i]);
    }
}

static void to_a_law(const int16_t *samples, uint8_t *codes)
{
    for (uint32_t i = 0; i < FRAME_SAMPLES; i++) {
        codes[i] = a_law_of(samples[i]);
    }
}

static void from_a_law(const uint8_t *codes, int16_t *samples)
{
    for (uint32_t i = 0; i < FRAME_SAMPLES; i++) {
        samples[i] = of_a_law(codes[i]);
    }
}

static void to_g726(const int16_t *samples, uint8_t *codes)
{
    for (uint32_t i = 0; i < FRAME_SAMPLES; i += 2) {
        const uint8_t first = g726_encode(&coder, samples[i]);
        codes[i / 2] = (uint8_t)(g726_encode(&coder, samples[i + 1]) << 4 | first);
    }
}

static void from_g726(const uint8_t *codes, int16_t *samples)
{
    for (uint32_t i = 0; i < FRAME_SAMPLES; i += 2) {
        samples[i] = g726_decode(&decoder, codes[i / 2] & 15);
        samples[i + 1] = g726_decode(&decoder, codes[i / 2] >> 4);
    }
}

static const struct codec codecs[] = {
    {"mu-law", RTP_MU_LAW, FRAME_SAMPLES, to_mu_law, from_mu_law},
    {"a-law", RTP_A_LAW, FRAME_SAMPLES, to_a_law, from_a_law},
    {"g726", RTP_G726_32, FRAME_SAMPLES / 2, to_g726, from_g726},
};

const struct codec *codec_named(const char *name)
{
    g726_reset(&coder);
    g726_reset(&decoder);
    for (size_t i = 0; i < sizeof codecs / sizeof codecs[0]; i++) {
        if (strcmp(codecs[i].name, name) == 0) {
            return &codecs[i];
        }
    }
    return NULL;
}
