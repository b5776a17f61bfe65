/* The DSPs' side. There is a separate function for each session, since a function has the state of its session, and one
 * for each video session that resets this state. */
#include "serve.h"
#include "../voip/codec.h"
#include "memory.h"
#include <stdio.h>
#include <string.h>
#include <weft/platform.h>

#define DSPS (WEFT_CORES - 1)

union memory memory;

static const struct codec *codec;

static uint32_t encode_audio(const void *input, uint32_t bytes, void *output)
{
    int16_t samples[FRAME_SAMPLES];
    memcpy(samples, input, bytes);
    codec->encode(samples, output);
    return codec->code_bytes;
}

/* The numbers of the sessions of a kind. */
#if WEFT_CORES > 3
#define EACH_SESSION(of) of(0) of(1) of(2) of(3) of(4) of(5) of(6) of(7)
#else
#define EACH_SESSION(of) of(0) of(1) of(2) of(3)
#endif

#define VIDEO(number)                                                                                                  \
    static uint32_t encode_video_##number(const void *input, uint32_t bytes, void *output)                             \
    {                                                                                                                  \
        return h263_step(&memory.dsp.sessions[number], input, bytes, output);                                          \
    }                                                                                                                  \
    static uint32_t begin_video_##number(const void *input, uint32_t bytes, void *output)                              \
    {                                                                                                                  \
        (void)input;                                                                                                   \
        (void)output;                                                                                                  \
        h263_begin(&memory.dsp.sessions[number]);                                                                      \
        return bytes | STRATEGY_IN_PLACE;                                                                              \
    }
EACH_SESSION(VIDEO)

/* In the order of enum session_function. */
#define ENCODE_AUDIO(number) encode_audio,
#define ENCODE_VIDEO(number) encode_video_##number,
#define BEGIN_VIDEO(number) begin_video_##number,
static strategy_function *const functions[] = {EACH_SESSION(ENCODE_AUDIO) EACH_SESSION(ENCODE_VIDEO)
                                                   EACH_SESSION(BEGIN_VIDEO)};
_Static_assert(sizeof functions / sizeof *functions == 3 * SESSIONS_OF_A_KIND, "each session has its functions");

int serve(void)
{
    codec = codec_named("mu-law");
    for (int i = 0; i < SESSIONS_OF_A_KIND; i++) {
        h263_begin(&memory.dsp.sessions[i]);
    }
    const struct strategy_server server = {functions,           sizeof functions / sizeof *functions,
                                           memory.dsp.output,   sizeof memory.dsp.output,
                                           memory.dsp.internal, INTERNAL_BYTES};
    return strategy_serve(&server);
}

bool connect_dsps(bool in_gpp)
{
    for (unsigned dsp = 0; dsp < DSPS; dsp++) {
        uint32_t *const part = memory.gpp.internal + dsp * (INTERNAL_BYTES / sizeof(uint32_t) / DSPS);
        if (strategy_connect(dsp, in_gpp ? part : NULL, in_gpp ? INTERNAL_BYTES / DSPS : 0) != 0) {
            fprintf(stderr,
                    "gateway: a DSP does not serve: run it with -n 2 on davinci, -n 3 on davinci2, -n 5 on davinci4\n");
            return false;
        }
    }
    return true;
}

void disconnect_dsps(void)
{
    for (unsigned dsp = 0; dsp < DSPS; dsp++) {
        strategy_disconnect(dsp);
    }
}
