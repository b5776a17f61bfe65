/* The two directions of a call. Work is done at each multiple of 20 ms of the timer: a frame of speech is passed to the
 * codec, and the next frame is taken from the jitter buffer. Results of the DSP are taken when they are available, in
 * the order of the requests.
 */
#include "voice.h"
#include "path.h"
#include <string.h>

#define FRAME_TICKS (WEFT_CLOCK_HZ / 50u)
#define TICKS_A_MICROSECOND (WEFT_CLOCK_HZ / 1000000u)
#define SOURCE 0x57454654u /* number of the source of the stream of packets */
#define WARM_FRAMES 6u     /* until both directions are busy */

static uint64_t now_of(const struct voice *voice)
{
    return path_now() - voice->begun;
}

void voice_begin(struct voice *voice)
{
    jitter_begin(&voice->buffer, FRAME_SAMPLES, voice->options->buffer);
    voice->told.least_delay = UINT64_MAX;
    voice->begun = weft_timer_now();
}

/* Sends a frame: codes become a packet. */
static void send(struct voice *voice, const uint8_t *codes)
{
    const uint64_t now = now_of(voice);
    struct rtp_packet packet = {.payload_type = voice->options->codec->payload_type,
                                .sequence = (uint16_t)voice->packed,
                                .timestamp = voice->packed * FRAME_SAMPLES,
                                .source = SOURCE,
                                .payload_bytes = voice->options->codec->code_bytes};
    memcpy(packet.payload, codes, packet.payload_bytes);
    voice->packed++;
    const uint64_t delay = now - (uint64_t)voice->packed * FRAME_TICKS;
    struct told *told = &voice->told;
    told->least_delay = delay < told->least_delay ? delay : told->least_delay;
    told->most_delay = delay > told->most_delay ? delay : told->most_delay;
    told->lost += !network_send(&voice->sent, now / TICKS_A_MICROSECOND, &packet);
}

/* Returns the buffer of a frame that is heard. */
static int16_t *place(struct voice *voice, uint32_t frame)
{
    return &voice->heard[frame * FRAME_SAMPLES];
}

/* Codes the next frame of speech, or has it coded. */
static void say(struct voice *voice)
{
    const int16_t *samples = &voice->speech[voice->said * FRAME_SAMPLES];
    voice->said++;
    if (voice->options->coding == BY_GPP) {
        uint8_t codes[CODES_MOST];
        voice->options->codec->encode(samples, codes);
        send(voice, codes);
    } else {
        voice->told.lost += path_call(voice->streams[CODING], samples) != 0;
    }
}

/* Decodes a packet into a place, or has it decoded. */
static void decode(struct voice *voice, const struct rtp_packet *packet, uint32_t frame)
{
    if (voice->options->coding == BY_GPP) {
        voice->options->codec->decode(packet->payload, place(voice, frame));
        return;
    }
    voice->to_play[voice->decoding % WEFT_STRATEGY_DEPTH] = frame;
    const bool called = path_call(voice->streams[DECODING], packet->payload) == 0;
    voice->decoding += called;
    voice->told.lost += !called;
}

static void receive(struct voice *voice)
{
    while (voice->next_coming < voice->coming->count) {
        const struct network_packet *packet = &voice->coming->packet[voice->next_coming];
        if (network_arrival(packet, voice->options) * TICKS_A_MICROSECOND > now_of(voice)) {
            return;
        }
        voice->next_coming++;
        struct rtp_packet come;
        if (rtp_unpack(packet->bytes, packet->count, &come) &&
            come.payload_bytes == voice->options->codec->code_bytes) {
            jitter_put(&voice->buffer, &come);
        }
    }
}

/* Handles the end of a frame's time: the speech captured in it is coded, and the next frame to be heard is taken. */
static void frame(struct voice *voice)
{
    const uint32_t number = voice->clock++;
    if (number == WARM_FRAMES) {
        voice->told.at_begin = path_load();
    }
    if (number < voice->frames) {
        voice->told.at_end = path_load();
        say(voice);
    }
    receive(voice);
    const struct rtp_packet *packet = jitter_take(&voice->buffer);
    if (packet != NULL) {
        decode(voice, packet, number);
    }
}

static void note(struct voice *voice, enum direction direction)
{
    const uint64_t latency = path_latency(voice->streams[direction]);
    if (latency > voice->told.longest) {
        voice->told.longest = latency;
    }
}

void voice_collect(struct voice *voice)
{
    uint8_t codes[CODES_MOST];
    while (path_complete(voice->streams[CODING], codes) > 0) {
        note(voice, CODING);
        send(voice, codes);
    }
    while (voice->decoded < voice->decoding &&
           path_complete(voice->streams[DECODING], place(voice, voice->to_play[voice->decoded % WEFT_STRATEGY_DEPTH])) >
               0) {
        note(voice, DECODING);
        voice->decoded++;
    }
}

bool voice_tick(struct voice *voice)
{
    if (voice->options->coding == BY_POLLING) {
        path_poll(voice->streams[CODING]);
        path_poll(voice->streams[DECODING]);
        voice_collect(voice);
    }
    const uint32_t ending = voice->frames + TAIL_FRAMES;
    while (voice->clock < ending && now_of(voice) >= (uint64_t)(voice->clock + 1) * FRAME_TICKS) {
        frame(voice);
    }
    return voice->clock == ending && voice->decoded == voice->decoding;
}
