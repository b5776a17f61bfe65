/* The GPP's side of calls: streams and their requests, steps 1 to 3, 9 and 10. */
#include <weft/strategy_platform.h>

#if WEFT_STRATEGY_CALLS

#include "arch/copy.h"
#include "stream.h"

#ifndef WEFT_STRATEGY_NATIVE
WEFT_SEEN_BY_DSPS struct weft_stream weft_streams[WEFT_STRATEGY_TASKS];
#endif

void weft_dsp_request(struct weft_dsp *dsp, uint32_t message)
{
    const uint32_t on = weft_interrupts_off();
    dsp->queue.request[dsp->queue.requested % WEFT_CALL_QUEUE_MESSAGES] = message;
    dsp->queue.requested++;
    weft_interrupts_restore(on);
    weft_line_ring(dsp->line);
}

/* Fills in the control message and requests it. The fence makes the input, which may be in external memory, visible
 * before the flag. */
static void request(struct weft_stream *stream, struct weft_message *message, struct weft_note *note)
{
    message->function = stream->function;
    message->block = weft_line_address(WEFT_GPP_CORE, (void *)note->block);
    message->bytes = stream->task.input_bytes * stream->gathered;
    message->room = stream->task.output_bytes * stream->gathered;
    message->stream = (uint32_t)(stream - weft_streams);
    message->notify = !stream->is_polled;
    weft_line_in_order();
    message->flag = 1;
    stream->requested++;
    stream->gathered = 0;
    weft_dsp_request(stream->dsp, weft_line_address(WEFT_GPP_CORE, message));
    note->requested = weft_timer_cycles();
}

/* Takes the next block of the current ring for the stream's next request; false if none is free. */
static bool take_block(struct weft_stream *stream, struct weft_note *note)
{
    struct weft_ring *const ring = weft_stream_ring(stream);
    if (ring->taken - ring->given == ring->blocks || stream->requested - stream->completed == WEFT_STRATEGY_DEPTH) {
        return false;
    }
    note->ring = ring;
    note->block = ring->base + ring->next * ring->block_bytes;
    note->copying = 0;
    ring->next = ring->next + 1 == ring->blocks ? 0 : ring->next + 1;
    ring->taken++;
    return true;
}

int strategy_call(int number, const void *input)
{
    const uint32_t called = weft_timer_cycles();
    struct weft_stream *const stream = weft_stream_of(number);
    if (stream == NULL) {
        return STRATEGY_ERR_ARGUMENT;
    }
    if (stream->is_moving) {
        const uint32_t on = weft_interrupts_off();
        weft_stream_move(stream);
        weft_interrupts_restore(on);
    }
    const uint32_t place = stream->requested % WEFT_STRATEGY_DEPTH;
    struct weft_note *const note = &stream->notes[place];
    if (stream->gathered == 0) {
        if (!take_block(stream, note)) {
            return STRATEGY_ERR_BUSY;
        }
        note->called = called;
    }
    const uint32_t bytes = stream->task.input_bytes;
    weft_copy((uint8_t *)note->block + stream->gathered * bytes, input, bytes);
    note->begun = weft_timer_cycles();
    note->copying += note->begun - called;
    if (++stream->gathered == note->ring->choice.blocks) {
        request(stream, &stream->messages[place], note);
    }
    return 0;
}

void strategy_flush(int number)
{
    struct weft_stream *const stream = weft_stream_of(number);
    if (stream != NULL && stream->gathered != 0) {
        const uint32_t place = stream->requested % WEFT_STRATEGY_DEPTH;
        stream->notes[place].begun = weft_timer_cycles();
        request(stream, &stream->messages[place], &stream->notes[place]);
    }
}

unsigned weft_stream_note(struct weft_stream *stream, uint32_t looked)
{
    unsigned noted = 0;
    while (stream->noted != stream->requested && stream->messages[stream->noted % WEFT_STRATEGY_DEPTH].flag == 0) {
        struct weft_note *const note = &stream->notes[stream->noted++ % WEFT_STRATEGY_DEPTH];
        note->looked = looked;
        note->noted = weft_timer_cycles();
        noted++;
    }
    return noted;
}

unsigned strategy_poll(int number)
{
    struct weft_stream *const stream = weft_stream_of(number);
    if (stream == NULL || stream->noted == stream->requested ||
        stream->messages[stream->noted % WEFT_STRATEGY_DEPTH].flag != 0) {
        return 0;
    }
    const uint32_t looked = weft_timer_cycles();
    const uint32_t on = weft_interrupts_off();
    const unsigned noted = weft_stream_note(stream, looked);
    weft_interrupts_restore(on);
    if (noted != 0 && stream->tell != NULL) {
        stream->tell(stream->argument);
    }
    return noted;
}

static void keep_times(struct weft_stream *stream, const struct weft_message *message, const struct weft_note *note,
                       uint32_t begun)
{
    const uint32_t now = weft_timer_cycles();
    const uint32_t looked = message->notify != 0 ? message->done : note->looked;
    stream->times = (struct strategy_times){
        .copy_in = note->copying,
        .request = note->requested - note->begun,
        .dsp = message->done - note->requested,
        .wait = looked - message->done,
        .notification = note->noted - looked,
        .copy_out = now - begun,
        .latency = now - note->called,
    };
}

int32_t strategy_complete(int number, void *output)
{
    struct weft_stream *const stream = weft_stream_of(number);
    if (stream == NULL || stream->completed == stream->noted) {
        return 0;
    }
    const uint32_t begun = weft_timer_cycles();
    const uint32_t place = stream->completed % WEFT_STRATEGY_DEPTH;
    const struct weft_message *const message = &stream->messages[place];
    const struct weft_note *const note = &stream->notes[place];
    const uint32_t result = message->result;
    if (result != WEFT_CALL_REFUSED) {
        weft_copy(output, (const void *)note->block, result);
    }
    keep_times(stream, message, note, begun);
    note->ring->given++;
    stream->completed++;
    return result == WEFT_CALL_REFUSED ? STRATEGY_ERR_FUNCTION : (int32_t)result;
}

unsigned strategy_under_way(int number)
{
    const struct weft_stream *const stream = weft_stream_of(number);
    return stream == NULL ? 0 : stream->requested - stream->completed;
}

const struct strategy_times *strategy_times(int number)
{
    const struct weft_stream *const stream = weft_stream_of(number);
    return stream == NULL ? NULL : &stream->times;
}

#endif
