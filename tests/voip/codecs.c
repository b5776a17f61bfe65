/* Hashes of what the codecs make of every sample, every code, and of a signal. */
#include "../../apps/voip/g711.h"
#include "../../apps/voip/g726.h"
#include "signal.h"
#include <inttypes.h>
#include <stdio.h>

static void law(const char *name, uint8_t (*code_of)(int16_t), int16_t (*sample_of)(uint8_t))
{
    uint32_t codes = HASH_OF_NOTHING;
    uint32_t samples = HASH_OF_NOTHING;
    for (int32_t sample = INT16_MIN; sample <= INT16_MAX; sample++) {
        codes = hashed(codes, code_of((int16_t)sample));
    }
    for (uint32_t code = 0; code < 256; code++) {
        samples = hashed(samples, (uint16_t)sample_of((uint8_t)code));
    }
    printf("%s: codes %08" PRIx32 ", samples %08" PRIx32 "\n", name, codes, samples);
}

int main(void)
{
    law("mu-law", mu_law_of, of_mu_law);
    law("A-law", a_law_of, of_a_law);
    struct g726 coder;
    struct g726 decoder;
    g726_reset(&coder);
    g726_reset(&decoder);
    uint32_t codes = HASH_OF_NOTHING;
    uint32_t samples = HASH_OF_NOTHING;
    for (uint32_t number = 0; number < SIGNAL_SAMPLES; number++) {
        const uint8_t code = g726_encode(&coder, signal_sample(number));
        codes = hashed(codes, code);
        samples = hashed(samples, (uint16_t)g726_decode(&decoder, code));
    }
    printf("G.726: codes %08" PRIx32 ", samples %08" PRIx32 "\n", codes, samples);
    return 0;
}
