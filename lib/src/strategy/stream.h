/* The GPP's data about its DSPs and streams (<strategy_call.h>). */
#ifndef WEFT_STRATEGY_STREAM_H
#define WEFT_STRATEGY_STREAM_H

#include <stddef.h>
#include <weft/interrupt.h>
#include <weft/timer.h>

#include "call_queue.h"

#define WEFT_DSPS (WEFT_CORES - 1)

/* Memory for blocks. */
struct weft_pool {
    uintptr_t base; /* address for the GPP */
    uint32_t bytes;
};

struct weft_dsp {
    struct weft_call_queue queue;
    struct weft_pool internal;
    weft_line line;
    uint32_t seen; /* number of its completions handled */
    bool is_connected;
};

/* A circular buffer of blocks. Blocks are taken and returned in the same order. Each count has one writer, so one task
 * may call while another completes. */
struct weft_ring {
    const struct weft_pool *pool; /* NULL: not allocated */
    uintptr_t base;
    struct strategy_choice choice;
    uint32_t block_bytes;
    uint32_t blocks;
    uint32_t next; /* index of the next block to be taken */
    uint32_t taken, given;
};

/* The GPP's private data about a request; times in ticks of the timer. */
struct weft_note {
    struct weft_ring *ring;
    uintptr_t block;
    uint32_t called;  /* time of the call with its first block */
    uint32_t copying; /* duration of copying its blocks */
    uint32_t begun;   /* time at which its last block was copied */
    uint32_t requested;
    uint32_t looked, noted; /* step 9: begin and end */
};

/* Requests from `completed` to `requested` are in flight; those before `noted` are known to be done. New blocks are
 * taken from `ring[current]`; the other ring may still hold blocks of earlier requests. */
struct weft_stream {
    struct weft_message messages[WEFT_STRATEGY_DEPTH];
    struct weft_note notes[WEFT_STRATEGY_DEPTH];
    struct weft_dsp *dsp; /* NULL: not open */
    struct strategy_task task;
    strategy_completed *tell;
    void *argument;
    uint32_t function;
    uint32_t requested, noted, completed;
    uint32_t gathered; /* number of smallest blocks in the block that is being filled */
    struct weft_ring rings[2];
    unsigned current;
    struct strategy_choice wanted;
    bool is_moving; /* changing to `wanted` as soon as there is room */
    bool is_polled;
    struct strategy_times times;
};

#ifdef WEFT_STRATEGY_NATIVE
/* native.c: in memory that DSPs can access. */
struct weft_dsp *weft_native_dsps(void);
struct weft_stream *weft_native_streams(void);
const struct weft_pool *weft_native_external(void);
#define weft_dsps weft_native_dsps()
#define weft_streams weft_native_streams()
#else
extern struct weft_dsp weft_dsps[WEFT_DSPS];
extern struct weft_stream weft_streams[WEFT_STRATEGY_TASKS];
#endif

/* Returns the open stream with this number, or NULL. */
static inline struct weft_stream *weft_stream_of(int number)
{
    return (unsigned)number < WEFT_STRATEGY_TASKS && weft_streams[number].dsp != NULL ? &weft_streams[number] : NULL;
}

static inline struct weft_ring *weft_stream_ring(struct weft_stream *stream)
{
    return &stream->rings[stream->current];
}

/* Step 9: marks the stream's requests that are done, oldest first. Returns their number. Interrupts are disabled.
 * `looked` is the time at which step 9 began. */
unsigned weft_stream_note(struct weft_stream *stream, uint32_t looked);

/* Step 3: appends a request to the DSP's list, by its message's bus address; 0 ends the service. */
void weft_dsp_request(struct weft_dsp *dsp, uint32_t message);

/* blocks.c: allocates memory for a choice of the stream in `ring`, which must be empty; false if there is none. */
bool weft_ring_make(struct weft_stream *stream, struct weft_ring *ring, const struct strategy_choice *choice);

static inline bool weft_ring_is_drained(const struct weft_ring *ring)
{
    return ring->taken == ring->given;
}

/* switch.c: changes to `wanted` if there is room by now. */
void weft_stream_move(struct weft_stream *stream);

#endif
