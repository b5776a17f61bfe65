/* Opening and closing streams (<strategy_call.h>). */
#include <weft/strategy_platform.h>

#if WEFT_STRATEGY_CALLS

#include <string.h>

#include "stream.h"

static bool is_valid(const struct strategy_task *task)
{
    bool is_valid = task->input_bytes != 0 && task->output_bytes != 0 &&
                    (task->input_bytes | task->output_bytes) >> 24 == 0 && task->granularities != 0 &&
                    task->granularities <= STRATEGY_MAX_GRANULARITIES && task->pollings <= STRATEGY_MAX_POLLINGS;
    for (unsigned i = 0; is_valid && i < task->granularities; i++) {
        is_valid = task->blocks[i] != 0;
    }
    return is_valid;
}

static int first_closed(void)
{
    int number = 0;
    while (number < WEFT_STRATEGY_TASKS && weft_streams[number].dsp != NULL) {
        number++;
    }
    return number;
}

/* Clears the stream except its messages: the DSP may still check whether the last request of the previous stream wants
 * an interrupt. */
static void begin(struct weft_stream *stream)
{
    memset(stream->notes, 0, sizeof *stream - offsetof(struct weft_stream, notes));
}

int strategy_open(unsigned dsp, uint32_t function, const struct strategy_task *task, strategy_completed *completed,
                  void *argument)
{
    if (dsp >= WEFT_DSPS || !weft_dsps[dsp].is_connected || !is_valid(task)) {
        return STRATEGY_ERR_ARGUMENT;
    }
    const uint32_t on = weft_interrupts_off();
    const int number = first_closed();
    int opened = STRATEGY_ERR_FULL;
    if (number < WEFT_STRATEGY_TASKS) {
        struct weft_stream *const stream = &weft_streams[number];
        const struct strategy_choice first = {.blocks = task->blocks[0]};
        begin(stream);
        stream->dsp = &weft_dsps[dsp];
        stream->task = *task;
        stream->tell = completed;
        stream->argument = argument;
        stream->function = function;
        stream->wanted = first;
        opened = weft_ring_make(stream, &stream->rings[0], &first) ? number : STRATEGY_ERR_FULL;
        stream->dsp = opened < 0 ? NULL : stream->dsp;
    }
    weft_interrupts_restore(on);
    return opened;
}

int strategy_close(int number)
{
    struct weft_stream *const stream = weft_stream_of(number);
    if (stream == NULL) {
        return STRATEGY_ERR_ARGUMENT;
    }
    if (stream->gathered != 0 || stream->requested != stream->completed) {
        return STRATEGY_ERR_BUSY;
    }
    const uint32_t on = weft_interrupts_off();
    stream->dsp = NULL;
    stream->rings[0].pool = NULL;
    stream->rings[1].pool = NULL;
    weft_interrupts_restore(on);
    return 0;
}

const struct strategy_choice *strategy_served(int number)
{
    struct weft_stream *const stream = weft_stream_of(number);
    return stream == NULL ? NULL : &weft_stream_ring(stream)->choice;
}

#endif
