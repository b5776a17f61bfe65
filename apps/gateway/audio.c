/* An audio session, on the GPP: it sends 20 ms of speech, and receives its G.711 codes. */
#include "../voip/codec.h"
#include "session.h"
#include <weft/platform.h>

#define TONE_STEP 37 /* of a sawtooth, in place of speech */

static bool send(struct session *session)
{
    static int16_t speech[SESSIONS_OF_A_KIND][FRAME_SAMPLES];
    int16_t *const samples = speech[session->number];
    samples[0] = (int16_t)(TONE_STEP * session->sent);
    return strategy_call(session->stream, samples) == 0;
}

static bool take(struct session *session)
{
    uint8_t codes[CODES_MOST];
    const int32_t bytes = strategy_complete(session->stream, codes);
    if (bytes <= 0) {
        return false;
    }
    session_note(session, codes, (uint32_t)bytes);
    return true;
}

const struct kind audio = {"audio", WEFT_CLOCK_HZ / 50, FRAME_BYTES, FRAME_SAMPLES, send, take};
