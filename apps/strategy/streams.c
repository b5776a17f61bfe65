/* Measures streams from the GPP to its DSPs, each served by a given strategy, under the kernel: the GPP's load, and for
 * each stream the longest and the mean latency and the phases. `weft tune calibrate` runs it.
 *
 *     streams PLACE CALLS PERIODS STREAM...
 *
 * PLACE, gpp or dsp, has the internal memory. With CALLS 0 the tasks run with their periods and do nothing, so that the
 * difference is the cost of the calls. The load is that of PERIODS periods of the first stream, after the first few. A
 * STREAM is numbers with colons between them, times in nanoseconds:
 *
 *     period:polling:internal:input:output:work:merged:dsp:looks:how
 *
 * polling 0: the DSP interrupts; internal: blocks in internal memory, 0: external; output, work: the result and the
 * DSP's time for a smallest block, or several with slashes between them, which successive blocks use in turn; looks:
 * additional polls without effect at each expiry of the timer; how (optional): how the DSP spends its time, 0: sleeps,
 * 1: sleeps for a time drawn from those given, 2: reads its block repeatedly.
 */
#include "spend.h"
#include <stdio.h>
#include <stdlib.h>
#include <strategy_call.h>
#include <string.h>
#include <weft/core.h>
#include <weft/kernel.h>
#include <weft/platform.h>
#include <weft/report.h>
#include <weft/timer.h>

#define DSPS (WEFT_CORES - 1)
#define INTERNAL (64 * 1024)
#define BLOCK (32 * 1024)
#define STACK 1024
#define FIRST 4 /* periods before the load is measured */
#define TURNS 24
#define SAMPLES 4096 /* latencies stored, of all streams together */
#define NS_PER_S UINT64_C(1000000000)

/* Values that successive blocks use in turn. */
struct turns {
    unsigned count, next;
    uint32_t numbers[TURNS];
};

struct stream {
    uint32_t period, polling, internal, input;
    struct turns output, work;
    uint32_t merged, dsp, looks, how;
    int number, listener;
    uint32_t requests, refused, longest;
    uint32_t *latencies;
    uint64_t latency, copy_in, request, serving, wait, notification, copy_out;
};

static struct stream streams[WEFT_STRATEGY_TASKS];
static unsigned count;
static bool calls, is_over;
static uint32_t periods;
static struct weft_kernel_load begun, ended;

static uint32_t stacks[2 * WEFT_STRATEGY_TASKS][STACK / 4] __attribute__((aligned(16)));
/* Each stream's order has words of its own; the contents after it do not matter. */
static struct order input[BLOCK / sizeof(struct order) + WEFT_STRATEGY_TASKS];
static uint32_t output[BLOCK / 4];
static uint32_t internal[INTERNAL / 4];
static uint32_t latencies[SAMPLES];

static uint32_t ticks(uint32_t ns)
{
    return (uint32_t)(ns * (uint64_t)WEFT_CLOCK_HZ / NS_PER_S);
}

static void complete(struct stream *stream)
{
    while (strategy_complete(stream->number, output) != 0) {
        const struct strategy_times *const times = strategy_times(stream->number);
        if (stream->requests < SAMPLES / count) {
            stream->latencies[stream->requests] = times->latency;
        }
        stream->requests++;
        stream->longest = times->latency > stream->longest ? times->latency : stream->longest;
        stream->latency += times->latency;
        stream->copy_in += times->copy_in;
        stream->request += times->request;
        stream->serving += times->dsp;
        stream->wait += times->wait;
        stream->notification += times->notification;
        stream->copy_out += times->copy_out;
    }
}

/* The same numbers in every run (a linear congruential generator: W. H. Press et al., "Numerical Recipes", 7.1). */
static uint32_t draw(uint32_t most)
{
    static uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)state * most >> 32);
}

static uint32_t next_of(struct turns *turns)
{
    const uint32_t number = turns->numbers[turns->next];
    turns->next = turns->next + 1 == turns->count ? 0 : turns->next + 1;
    return number;
}

static struct order next_order(struct stream *stream)
{
    if (stream->how == SLEEPS_AT_RANDOM) {
        stream->work.next = draw(stream->work.count);
    }
    return (struct order){next_of(&stream->work), stream->input, next_of(&stream->output), stream->how};
}

static void call(struct stream *stream)
{
    if (!calls) {
        return;
    }
    struct order *const order = &input[stream - streams];
    *order = next_order(stream);
    stream->refused += strategy_call(stream->number, order) != 0;
}

/* Ends a stream. The kernel stops when all requests of all streams are complete. */
static void finish(struct stream *stream)
{
    unsigned under_way = 0;
    strategy_flush(stream->number);
    for (unsigned i = 0; i < count; i++) {
        under_way += strategy_under_way(streams[i].number);
    }
    if (under_way == 0) {
        weft_kernel_stop();
    }
}

static void measure(uint32_t period)
{
    if (period == FIRST) {
        begun = weft_kernel_load();
    } else if (period == FIRST + periods) {
        ended = weft_kernel_load();
        is_over = true;
    }
}

static void send(struct stream *stream, uint32_t period)
{
    if (stream == streams) {
        measure(period);
    }
    if (is_over) {
        finish(stream);
    } else {
        call(stream);
    }
}

static void look(struct stream *stream)
{
    for (uint32_t i = 0; i < stream->looks; i++) {
        strategy_poll(stream->number);
    }
    strategy_poll(stream->number);
    complete(stream);
}

/* Sends and polls. The timer's period is the shorter of the two, of which the other is a multiple. */
static void send_and_look(void *argument)
{
    struct stream *const stream = argument;
    const uint32_t step = stream->polling < stream->period ? stream->polling : stream->period;
    const uint32_t sends = stream->period / step, looks = stream->polling / step;
    uint32_t to_send = 1, to_look = 1, period = 0;
    for (;;) {
        if (--to_look == 0) {
            look(stream);
            to_look = looks;
        }
        if (--to_send == 0) {
            send(stream, period++);
            to_send = sends;
        }
        weft_kernel_next();
    }
}

static void only_send(void *argument)
{
    for (uint32_t period = 0;; period++) {
        send(argument, period);
        weft_kernel_next();
    }
}

static void only_look(void *argument)
{
    for (;;) {
        look(argument);
        weft_kernel_next();
    }
}

static void listen(void *argument)
{
    for (;;) {
        weft_kernel_wait();
        complete(argument);
    }
}

static void tell(void *argument)
{
    weft_kernel_signal(((struct stream *)argument)->listener);
}

static int add(weft_kernel_body *body, struct stream *stream, uint32_t period)
{
    static unsigned added;
    return weft_kernel_add(body, stream, stacks[added++], STACK, ticks(period));
}

static void add_tasks(struct stream *stream)
{
    const uint32_t period = stream->period, polling = stream->polling;
    if (!calls) {
        add(only_send, stream, period);
    } else if (polling == 0) {
        stream->listener = add(listen, stream, 0);
        add(only_send, stream, period);
    } else if (period % polling == 0 || polling % period == 0) {
        add(send_and_look, stream, period < polling ? period : polling);
    } else {
        add(only_look, stream, polling);
        add(only_send, stream, period);
    }
}

static uint32_t largest(const struct turns *turns)
{
    uint32_t largest = 0;
    for (unsigned i = 0; i < turns->count; i++) {
        largest = turns->numbers[i] > largest ? turns->numbers[i] : largest;
    }
    return largest;
}

static void open(struct stream *stream)
{
    const uint32_t output_bytes = largest(&stream->output);
    const uint32_t larger = stream->input > output_bytes ? stream->input : output_bytes;
    const struct strategy_task task = {.input_bytes = stream->input,
                                       .output_bytes = output_bytes,
                                       .granularities = 1,
                                       .blocks = {(uint8_t)stream->merged},
                                       .pollings = 1};
    const struct strategy_choice choice = {.blocks = (uint8_t)stream->merged,
                                           .polling = stream->polling != 0,
                                           .internal = stream->internal != 0,
                                           .internal_bytes = stream->internal * larger * stream->merged};
    stream->latencies = &latencies[(stream - streams) * (SAMPLES / count)];
    stream->number = strategy_open(stream->dsp, 0, &task, stream->polling == 0 ? tell : NULL, stream);
    if (stream->number < 0 || larger * stream->merged > BLOCK || stream->input < sizeof(struct order) ||
        stream->input % 4 != 0 || strategy_switch(stream->number, &choice) != 0) {
        printf("stream %d is not possible\n", (int)(stream - streams));
        exit(1);
    }
}

static uint32_t read_number(char **text)
{
    const uint32_t number = (uint32_t)strtoul(*text, text, 10);
    *text += **text == ':';
    return number;
}

static struct turns read_turns(char **text)
{
    struct turns turns = {0};
    bool is_more = true;
    while (is_more && turns.count < TURNS) {
        turns.numbers[turns.count++] = (uint32_t)strtoul(*text, text, 10);
        is_more = **text == '/';
        *text += is_more;
    }
    *text += **text == ':';
    return turns;
}

static struct stream read_stream(char *text)
{
    struct stream stream = {0};
    stream.period = read_number(&text);
    stream.polling = read_number(&text);
    stream.internal = read_number(&text);
    stream.input = read_number(&text);
    stream.output = read_turns(&text);
    stream.work = read_turns(&text);
    for (unsigned i = 0; i < stream.work.count; i++) {
        stream.work.numbers[i] = ticks(stream.work.numbers[i]);
    }
    stream.merged = read_number(&text);
    stream.dsp = read_number(&text);
    stream.looks = read_number(&text);
    stream.how = read_number(&text);
    return stream;
}

static void connect(bool is_gpp)
{
    for (unsigned dsp = 0; dsp < DSPS; dsp++) {
        uint32_t *const part = internal + dsp * (INTERNAL / 4 / DSPS);
        if (strategy_connect(dsp, is_gpp ? part : NULL, is_gpp ? INTERNAL / DSPS : 0) != 0) {
            printf("DSP %u does not answer\n", dsp);
            exit(1);
        }
    }
}

static void disconnect(void)
{
    for (unsigned i = 0; i < count; i++) {
        strategy_close(streams[i].number);
    }
    for (unsigned dsp = 0; dsp < DSPS; dsp++) {
        strategy_disconnect(dsp);
    }
}

static void report_mean(const struct stream *stream, const char *what, uint64_t sum)
{
    weft_report_at2("stream # #", (int)(stream - streams), what, (uint32_t)(sum / stream->requests));
}

static int compare(const void *one, const void *other)
{
    const uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

/* Returns the 99th percentile of the latencies stored. */
static uint32_t percentile(const struct stream *stream)
{
    const uint32_t kept = stream->requests < SAMPLES / count ? stream->requests : SAMPLES / count;
    qsort(stream->latencies, kept, sizeof *stream->latencies, compare);
    return stream->latencies[kept * 99 / 100];
}

static void report_stream(const struct stream *stream)
{
    if (stream->requests == 0) {
        return;
    }
    report_mean(stream, "p99", (uint64_t)percentile(stream) * stream->requests);
    report_mean(stream, "refused", (uint64_t)stream->refused * stream->requests);
    report_mean(stream, "requests", (uint64_t)stream->requests * stream->requests);
    report_mean(stream, "longest", (uint64_t)stream->longest * stream->requests);
    report_mean(stream, "latency", stream->latency);
    report_mean(stream, "copy_in", stream->copy_in);
    report_mean(stream, "request", stream->request);
    report_mean(stream, "dsp", stream->serving);
    report_mean(stream, "wait", stream->wait);
    report_mean(stream, "notification", stream->notification);
    report_mean(stream, "copy_out", stream->copy_out);
}

int main(int argc, char **argv)
{
    if (weft_core() != 0) {
        return spend_serve(internal, sizeof internal);
    }
    if (argc < 5 || argc - 4 > WEFT_STRATEGY_TASKS) {
        printf("streams PLACE CALLS PERIODS STREAM...\n");
        return 2;
    }
    connect(strcmp(argv[1], "gpp") == 0);
    calls = strtoul(argv[2], NULL, 10) != 0;
    periods = (uint32_t)strtoul(argv[3], NULL, 10);
    count = (unsigned)argc - 4;
    for (unsigned i = 0; i < count; i++) {
        streams[i] = read_stream(argv[4 + i]);
        open(&streams[i]);
        add_tasks(&streams[i]);
    }
    weft_kernel_run();
    disconnect();
    weft_report("elapsed", ended.elapsed - begun.elapsed);
    weft_report("busy", ended.elapsed - ended.idle - (begun.elapsed - begun.idle));
    for (unsigned i = 0; i < count; i++) {
        report_stream(&streams[i]);
    }
    return 0;
}
