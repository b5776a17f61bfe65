/* An audio session, on the GPP: 20 ms of speech there, its codes of G.711 back. */
#include "../voip/codec.h"
#include "session.h"
#include <weft/platform.h>

#define TONE_STEP 37 /* of a sawtooth that stands for speech */

static bool send(struct session *session)
{
    static int16_t samples[FRAME_SAMPLES];
    samples[0] = (int16_t)(TONE_STEP * session->sent);
    return strategy_call(session->stream, samples) == 0;
}

static bool take(struct session *session)
{
    uint8_t codes[CODES_MOST];
    if (strategy_complete(session->stream, codes) <= 0) {
        return false;
    }
    session_note(session);
    return true;
}

const struct kind audio = {"audio", WEFT_CLOCK_HZ / 50, FRAME_BYTES, FRAME_SAMPLES, send, take};
