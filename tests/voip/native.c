/* What a codec makes of a WAV file: CODEC IN.wav OUT.wav, frame by frame. */
#include "../../apps/voip/codec.h"
#include "../../apps/voip/wav.h"

int main(int count, char **arguments)
{
    const struct codec *codec = count == 4 ? codec_named(arguments[1]) : NULL;
    if (codec == NULL) {
        return 2;
    }
    uint32_t samples;
    FILE *in = wav_open(arguments[2], &samples);
    if (in == NULL) {
        return 2;
    }
    const uint32_t frames = samples / FRAME_SAMPLES;
    FILE *out = wav_create(arguments[3], frames * FRAME_SAMPLES);
    int16_t frame[FRAME_SAMPLES];
    uint8_t codes[CODES_MOST];
    for (uint32_t i = 0; i < frames && wav_read(in, frame, FRAME_SAMPLES); i++) {
        codec->encode(frame, codes);
        codec->decode(codes, frame);
        wav_write(out, frame, FRAME_SAMPLES);
    }
    fclose(in);
    return fclose(out) == 0 ? 0 : 2;
}
