/* Changes how a stream is served, while requests are in flight.
 *
 * Notification changes at once, also for requests that the DSP has already. Memory changes when there is room: a new
 * ring is allocated in addition to the old one, which is freed when its last request is completed, so the order of
 * requests is kept. If there is no room for both, requests go through external memory until the old ring is empty; so
 * streams that exchange memory do not wait for each other in a circle. */
#include <weft/strategy_platform.h>

#if WEFT_STRATEGY_CALLS

#include "stream.h"

static bool are_alike(const struct strategy_choice *one, const struct strategy_choice *other)
{
    return one->blocks == other->blocks && one->internal == other->internal &&
           (!one->internal || one->internal_bytes == other->internal_bytes);
}

/* Makes new requests use the other ring, if a ring for this choice can be allocated. */
static bool go_over(struct weft_stream *stream, const struct strategy_choice *choice)
{
    const bool has_room = weft_ring_make(stream, &stream->rings[!stream->current], choice);
    if (has_room) {
        stream->current = !stream->current;
    }
    return has_room;
}

/* Replaces the current ring in place if it is empty; if there is still no room, the ring stays. */
static bool replace(struct weft_stream *stream)
{
    struct weft_ring *const ring = weft_stream_ring(stream);
    const struct weft_ring before = *ring;
    if (!weft_ring_is_drained(ring)) {
        return false;
    }
    ring->pool = NULL;
    const bool has_room = weft_ring_make(stream, ring, &stream->wanted);
    if (!has_room) {
        *ring = before;
    }
    return has_room;
}

void weft_stream_move(struct weft_stream *stream)
{
    struct weft_ring *const other = &stream->rings[!stream->current];
    if (!weft_ring_is_drained(other)) {
        return;
    }
    other->pool = NULL;
    struct strategy_choice meanwhile = stream->wanted;
    meanwhile.internal = false;
    if (are_alike(&weft_stream_ring(stream)->choice, &stream->wanted) || go_over(stream, &stream->wanted) ||
        replace(stream)) {
        stream->is_moving = false;
    } else if (!are_alike(&weft_stream_ring(stream)->choice, &meanwhile)) {
        go_over(stream, &meanwhile);
    }
}

/* Does the task offer this choice, and would its blocks fit into the DSP's memory if that were empty? */
static bool is_offered(const struct weft_stream *stream, const struct strategy_choice *choice)
{
    const struct strategy_task *const task = &stream->task;
    bool is_offered = false;
    for (unsigned i = 0; i < task->granularities; i++) {
        is_offered = is_offered || choice->blocks == task->blocks[i];
    }
    return is_offered && choice->polling <= task->pollings &&
           (!choice->internal || choice->internal_bytes <= stream->dsp->internal.bytes);
}

/* Makes the DSP interrupt at completion of the requests in flight; marks those that are done already. Returns the
 * number of the latter. */
static unsigned want_interrupts(struct weft_stream *stream)
{
    for (uint32_t i = stream->noted; i != stream->requested; i++) {
        stream->messages[i % WEFT_STRATEGY_DEPTH].notify = 1;
    }
    weft_line_in_order();
    return weft_stream_note(stream, weft_timer_cycles());
}

int strategy_switch(int number, const struct strategy_choice *choice)
{
    struct weft_stream *const stream = weft_stream_of(number);
    if (stream == NULL || !is_offered(stream, choice)) {
        return STRATEGY_ERR_ARGUMENT;
    }
    const uint32_t on = weft_interrupts_off();
    stream->wanted = *choice;
    stream->is_polled = choice->polling != 0;
    stream->is_moving = true;
    weft_stream_move(stream);
    weft_stream_ring(stream)->choice.polling = choice->polling;
    const unsigned noted = stream->is_polled ? 0 : want_interrupts(stream);
    weft_interrupts_restore(on);
    if (noted != 0 && stream->tell != NULL) {
        stream->tell(stream->argument);
    }
    return 0;
}

#endif
