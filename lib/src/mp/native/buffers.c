/* Blocks in the buffers: see buffers.h. Every function requires the lock. */
#include "mp/native/buffers.h"

#include <string.h>

static uint32_t *word(struct weft_mp_path *path, uint32_t position)
{
    return &path->words[position % WEFT_MP_PATH_WORDS];
}

/* Returns the position after the block at `position`. */
static uint32_t behind(struct weft_mp_path *path, uint32_t position)
{
    return position + WEFT_MP_HEAD_WORDS + weft_mp_words(*word(path, position));
}

/* Copies between a block's bytes, which may wrap around the end of the ring, and `data`. */
static void copy(struct weft_mp_path *path, uint32_t position, uint8_t *data, uint32_t bytes, bool in)
{
    const uint32_t first = position % WEFT_MP_PATH_WORDS;
    const uint32_t to_end = (WEFT_MP_PATH_WORDS - first) * 4;
    const uint32_t part = bytes < to_end ? bytes : to_end;
    memcpy(in ? (uint8_t *)&path->words[first] : data, in ? data : (uint8_t *)&path->words[first], part);
    memcpy(in ? (uint8_t *)path->words : data + part, in ? data + part : (uint8_t *)path->words, bytes - part);
}

/* Returns the task with the oldest request for room at `receiver`, or WEFT_CORES. */
static uint32_t first_in_line(uint32_t receiver)
{
    uint32_t first = WEFT_CORES;
    for (uint32_t task = 0; task < weft_mp_count; task++) {
        const struct weft_mp_path *const path = weft_mp_path(task, receiver);
        const bool asks = path->granted != path->sent;
        if (asks && (first == WEFT_CORES || path->asked < weft_mp_path(first, receiver)->asked)) {
            first = task;
        }
    }
    return first;
}

/* Moves the first block without room at the receiver from the sender's buffer to the receiver's, if there is room
 * now. */
static bool grant(uint32_t from, uint32_t receiver)
{
    struct weft_mp_path *const path = weft_mp_path(from, receiver);
    struct weft_mp_task *const to = &weft_mp_buffers->tasks[receiver];
    const uint32_t words = weft_mp_words(*word(path, path->granted));
    if (to->input_words + words > WEFT_MP_INPUT_WORDS || to->input_blocks == WEFT_MP_BLOCKS) {
        return false;
    }
    weft_mp_buffers->tasks[from].output_words -= words;
    to->input_words += words;
    to->input_blocks++;
    *word(path, path->granted + 1) = (uint32_t)++weft_mp_buffers->requests;
    path->granted = behind(path, path->granted);
    path->asked = weft_mp_buffers->requests;
    weft_mp_wake_sender(from);
    weft_mp_wake_receiver(receiver, from);
    return true;
}

/* Grants requests in order: a block that finds no room blocks those after it. */
static void grant_in_order(uint32_t receiver)
{
    uint32_t from;
    do {
        from = first_in_line(receiver);
    } while (from != WEFT_CORES && grant(from, receiver));
}

bool weft_mp_has_room(uint32_t task, uint32_t words)
{
    return weft_mp_buffers->tasks[task].output_words + words <= WEFT_MP_OUTPUT_WORDS;
}

void weft_mp_put(uint32_t to, const void *data, uint32_t bytes)
{
    struct weft_mp_path *const path = weft_mp_path(weft_mp_self, to);
    const bool asks = path->granted == path->sent;
    weft_mp_buffers->tasks[weft_mp_self].output_words += weft_mp_words(bytes);
    *word(path, path->sent) = bytes;
    copy(path, path->sent + WEFT_MP_HEAD_WORDS, (uint8_t *)(uintptr_t)data, bytes, true);
    path->sent = behind(path, path->sent);
    if (asks) {
        path->asked = ++weft_mp_buffers->requests;
        grant_in_order(to);
    }
}

uint32_t weft_mp_next(void)
{
    uint32_t next = WEFT_CORES;
    uint32_t since = 0;
    for (uint32_t task = 0; task < weft_mp_count; task++) {
        struct weft_mp_path *const path = weft_mp_path(task, weft_mp_self);
        const uint32_t when = *word(path, path->received + 1);
        const bool earlier = next == WEFT_CORES || (int32_t)(when - since) < 0;
        if (path->received != path->granted && earlier) {
            next = task;
            since = when;
        }
    }
    return next;
}

uint32_t weft_mp_oldest(uint32_t from)
{
    struct weft_mp_path *const path = weft_mp_path(from, weft_mp_self);
    return path->received == path->granted ? 0 : *word(path, path->received);
}

void weft_mp_take(uint32_t from, void *data, uint32_t bytes)
{
    struct weft_mp_path *const path = weft_mp_path(from, weft_mp_self);
    struct weft_mp_task *const self = &weft_mp_buffers->tasks[weft_mp_self];
    copy(path, path->received + WEFT_MP_HEAD_WORDS, data, bytes, false);
    path->received = behind(path, path->received);
    self->input_words -= weft_mp_words(bytes);
    self->input_blocks--;
    grant_in_order(weft_mp_self);
}
