/* A VoIP phone on a GPP with a DSP, after S.-L. Tsao and S.-Y. Lee, "Performance Evaluation of Inter-Processor
 * Communication for an Embedded Heterogeneous Multi-Core Processor", section 5.1. One call, both directions; see
 * docs/guides/voip.md for the words that it takes.
 *
 *     weft run --platform davinci -n 2 \
 *         apps/voip/{phone,voice,network,options,codec,g711,g726,rtp,jitter,wav}.c \
 *         -- codec=g726 speech=a.wav send=a.pcap play=heard.wav
 */
#include "path.h"
#include "voice.h"
#include "wav.h"
#include <stdio.h>
#include <string.h>
#include <weft/core.h>
#include <weft/report.h>
#include <weft/timer.h>

#define SILENT_FRAMES 50u /* that are sent where there is no speech */
#define STACK_BYTES 4096u
#define BLOCKS 4u /* of each direction, in internal memory */
#define INTERNAL_BYTES (DIRECTIONS * BLOCKS * FRAME_BYTES)
#define MS (WEFT_CLOCK_HZ / 1000u)

static struct options options;
static struct voice voice;
static int collector; /* the task that the DSP's interrupts wake */

static void keep_busy(uint32_t begun)
{
    while (weft_timer_cycles() - begun < options.work_us * (MS / 1000u)) {
    }
}

/* The DSP's functions. A block may be in memory that is slow to access word by word, so it is copied first. */
static uint32_t encode(const void *input, uint32_t bytes, void *output)
{
    const uint32_t begun = weft_timer_cycles();
    int16_t samples[FRAME_SAMPLES];
    memcpy(samples, input, bytes);
    options.codec->encode(samples, output);
    keep_busy(begun);
    return options.codec->code_bytes;
}

static uint32_t decode(const void *input, uint32_t bytes, void *output)
{
    const uint32_t begun = weft_timer_cycles();
    uint8_t codes[CODES_MOST];
    memcpy(codes, input, bytes);
    options.codec->decode(codes, output);
    keep_busy(begun);
    return FRAME_BYTES;
}

static int serve(void)
{
    static strategy_function *const functions[] = {[CODING] = encode, [DECODING] = decode};
    static uint32_t output[FRAME_BYTES / sizeof(uint32_t)];
    const struct strategy_server server = {functions, DIRECTIONS, output, sizeof output, NULL, 0};
    return strategy_serve(&server);
}

static void wake(void *argument)
{
    (void)argument;
    weft_kernel_signal(collector);
}

/* Opens a stream of frames to one of the DSP's functions, served according to the options. */
static int open_stream(enum direction direction)
{
    const uint32_t codes = options.codec->code_bytes;
    const struct strategy_task task = {.period_ns = 20000000,
                                       .input_bytes = direction == CODING ? FRAME_BYTES : codes,
                                       .output_bytes = direction == CODING ? codes : FRAME_BYTES,
                                       .deadline_ns = 40000000,
                                       .granularities = 1,
                                       .pollings = 1,
                                       .blocks = {1},
                                       .polling_ns = {1000000u * options.timer_ms}};
    const struct strategy_choice choice = {.blocks = 1,
                                           .polling = options.coding == BY_POLLING,
                                           .internal = options.internal,
                                           .internal_bytes = options.internal ? BLOCKS * FRAME_BYTES : 0};
    const int stream = strategy_open(0, direction, &task, options.coding == BY_INTERRUPT ? wake : NULL, NULL);
    return stream < 0 || strategy_switch(stream, &choice) != 0 ? -1 : stream;
}

static bool open_streams(void)
{
    static uint32_t internal[INTERNAL_BYTES / sizeof(uint32_t)];
    if (strategy_connect(0, internal, sizeof internal) != 0) {
        return false;
    }
    voice.streams[CODING] = open_stream(CODING);
    voice.streams[DECODING] = open_stream(DECODING);
    return voice.streams[CODING] >= 0 && voice.streams[DECODING] >= 0;
}

/* The phone's only periodic task. */
static void on_timer(void *argument)
{
    (void)argument;
    while (!voice_tick(&voice)) {
        path_next();
    }
    path_stop();
}

static void on_interrupt(void *argument)
{
    (void)argument;
    for (;;) {
        path_wait();
        voice_collect(&voice);
    }
}

static bool read_speech(void)
{
    voice.frames = SILENT_FRAMES < options.frames ? SILENT_FRAMES : options.frames;
    if (options.speech == NULL) {
        return true;
    }
    uint32_t samples = 0;
    FILE *file = wav_open(options.speech, &samples);
    if (file == NULL) {
        return false;
    }
    voice.frames = samples / FRAME_SAMPLES < options.frames ? samples / FRAME_SAMPLES : options.frames;
    const bool read = wav_read(file, voice.speech, voice.frames * FRAME_SAMPLES);
    fclose(file);
    if (!read) {
        fprintf(stderr, "%s: has fewer samples than it says\n", options.speech);
    }
    return read;
}

/* Reads the files that the call needs. */
static bool prepare(void)
{
    voice.options = &options;
    voice.coming = options.receive == NULL ? &voice.sent : &voice.from_elsewhere;
    return read_speech() && (options.receive == NULL || network_read(&voice.from_elsewhere, options.receive));
}

static bool write_heard(void)
{
    const uint32_t samples = (voice.frames + TAIL_FRAMES) * FRAME_SAMPLES;
    FILE *file = wav_create(options.play, samples);
    if (file == NULL) {
        return false;
    }
    const bool written = wav_write(file, voice.heard, samples);
    return fclose(file) == 0 && written;
}

static bool write_files(void)
{
    return (options.play == NULL || write_heard()) &&
           (options.send == NULL || network_write(&voice.sent, options.send));
}

static double milliseconds(uint64_t ticks)
{
    return (double)ticks / MS;
}

static void tell(void)
{
    const struct told *told = &voice.told;
    const double elapsed = (double)(told->at_end.elapsed - told->at_begin.elapsed);
    const double idle = (double)(told->at_end.idle - told->at_begin.idle);
    weft_report("load", 100 - 100 * idle / elapsed); /* per cent */
    weft_report("longest call", milliseconds(told->longest));
    weft_report("least packet delay", milliseconds(told->least_delay));
    weft_report("most packet delay", milliseconds(told->most_delay));
    weft_report("packets sent", (unsigned)voice.sent.count);
    weft_report("frames lost", (unsigned)told->lost);
    weft_report("packets late", (unsigned)voice.buffer.late);
    weft_report("packets early", (unsigned)voice.buffer.early);
}

static bool call(void)
{
    static uint32_t stacks[2][STACK_BYTES / sizeof(uint32_t)] __attribute__((aligned(16)));
    collector = path_add(on_interrupt, NULL, stacks[0], STACK_BYTES, 0);
    path_add(on_timer, NULL, stacks[1], STACK_BYTES, options.timer_ms * MS);
    path_attach();
    voice_begin(&voice);
    weft_kernel_run();
    tell();
    return write_files();
}

int main(int count, char **words)
{
    if (!options_read(&options, count - 1, words + 1)) {
        return 2;
    }
    if (weft_core() != 0) {
        return serve();
    }
    const bool prepared = prepare();
    if (!open_streams()) {
        fputs("the DSP does not serve: run the phone on davinci with -n 2\n", stderr);
        return 1;
    }
    const bool is_good = prepared && call();
    strategy_close(voice.streams[CODING]);
    strategy_close(voice.streams[DECODING]);
    strategy_disconnect(0);
    return is_good ? 0 : 2;
}
