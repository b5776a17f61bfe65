/* What the GPP knows of its DSPs and its streams (<strategy_call.h>). */
#ifndef WEFT_STRATEGY_STREAM_H
#define WEFT_STRATEGY_STREAM_H

#include <stddef.h>
#include <weft/interrupt.h>
#include <weft/timer.h>

#include "call_queue.h"

#define WEFT_DSPS (WEFT_CORES - 1)

/* Memory for blocks. */
struct weft_pool {
    uintptr_t base; /* as the GPP sees it */
    uint32_t bytes;
};

struct weft_dsp {
    struct weft_call_queue queue;
    struct weft_pool internal;
    weft_line line;
    uint32_t seen; /* of what it has told */
    bool is_connected;
};

/* A circular buffer of blocks. Blocks are taken and given back in the same order; each count has one writer, so that
 * one task may call and another complete. */
struct weft_ring {
    const struct weft_pool *pool; /* NULL: there is none */
    uintptr_t base;
    struct strategy_choice choice;
    uint32_t block_bytes;
    uint32_t blocks;
    uint32_t next; /* to be taken */
    uint32_t taken, given;
};

/* The GPP's own notes on a request; times in ticks of the timer. */
struct weft_note {
    struct weft_ring *ring;
    uintptr_t block;
    uint32_t called;  /* when its first block came */
    uint32_t copying; /* for how long its blocks were copied */
    uint32_t begun;   /* when its last block had been copied */
    uint32_t requested;
    uint32_t looked, noted; /* step 9: begin and end */
};

/* Requests under way are those from `completed` on to `requested`; `noted` of them are done. In `ring[current]` are the
 * blocks of new ones; the other may still hold those of old ones. */
struct weft_stream {
    struct weft_message messages[WEFT_STRATEGY_DEPTH];
    struct weft_note notes[WEFT_STRATEGY_DEPTH];
    struct weft_dsp *dsp; /* NULL: not open */
    struct strategy_task task;
    strategy_completed *tell;
    void *argument;
    uint32_t function;
    uint32_t requested, noted, completed;
    uint32_t gathered; /* smallest blocks in the block that is being filled */
    struct weft_ring rings[2];
    unsigned current;
    struct strategy_choice wanted;
    bool is_moving; /* to what is wanted, as soon as there is room */
    bool is_polled;
    struct strategy_times times;
};

#ifdef WEFT_STRATEGY_NATIVE
/* native.c: in memory that DSPs see. */
struct weft_dsp *weft_native_dsps(void);
struct weft_stream *weft_native_streams(void);
const struct weft_pool *weft_native_external(void);
#define weft_dsps weft_native_dsps()
#define weft_streams weft_native_streams()
#else
extern struct weft_dsp weft_dsps[WEFT_DSPS];
extern struct weft_stream weft_streams[WEFT_STRATEGY_TASKS];
#endif

/* The open stream of this number, or NULL. */
static inline struct weft_stream *weft_stream_of(int number)
{
    return (unsigned)number < WEFT_STRATEGY_TASKS && weft_streams[number].dsp != NULL ? &weft_streams[number] : NULL;
}

static inline struct weft_ring *weft_stream_ring(struct weft_stream *stream)
{
    return &stream->rings[stream->current];
}

/* Step 9: notes which of the stream's requests are done, oldest first; how many. Interrupts are off. `looked` is when
 * that was begun. */
unsigned weft_stream_note(struct weft_stream *stream, uint32_t looked);

/* Step 3: the DSP's next request, by its message's address on the bus; 0 ends the service. */
void weft_dsp_request(struct weft_dsp *dsp, uint32_t message);

/* blocks.c: room for a choice of the stream in `ring`, which is empty; false if there is none. */
bool weft_ring_make(struct weft_stream *stream, struct weft_ring *ring, const struct strategy_choice *choice);

static inline bool weft_ring_is_drained(const struct weft_ring *ring)
{
    return ring->taken == ring->given;
}

/* switch.c: goes over to what is wanted, if there is room by now. */
void weft_stream_move(struct weft_stream *stream);

#endif
