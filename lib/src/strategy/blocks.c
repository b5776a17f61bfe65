/* Memory for blocks: each stream has a circular buffer of blocks, in external memory or in the internal memory of a DSP
 * or the GPP. */
#include <weft/strategy_platform.h>

#if WEFT_STRATEGY_CALLS

#include <weft/shared.h>

#include "stream.h"

#define RINGS (2 * WEFT_STRATEGY_TASKS)

#ifdef WEFT_STRATEGY_NATIVE
#define external (*weft_native_external())
#else
static WEFT_SHARED uint32_t external_memory[WEFT_STRATEGY_EXTERNAL / 4];
static const struct weft_pool external = {(uintptr_t)external_memory, sizeof external_memory};
#endif

static struct weft_ring *ring_of(unsigned number)
{
    return &weft_streams[number / 2].rings[number % 2];
}

/* Does a ring occupy memory of the pool? The ring that a stream has left occupies memory only until its last block is
 * returned. */
static bool holds(unsigned number, const struct weft_pool *pool)
{
    const struct weft_ring *const ring = ring_of(number);
    const bool is_left = number % 2 != weft_streams[number / 2].current;
    return ring->pool == pool && !(is_left && weft_ring_is_drained(ring));
}

static uint32_t size_of(const struct weft_ring *ring)
{
    return ring->block_bytes * ring->blocks;
}

/* Are `bytes` bytes from `base` on within the pool and unused? */
static bool is_free(const struct weft_pool *pool, uintptr_t base, uint32_t bytes)
{
    if (base - pool->base > pool->bytes || bytes > pool->bytes - (base - pool->base)) {
        return false;
    }
    for (unsigned i = 0; i < RINGS; i++) {
        const struct weft_ring *const ring = ring_of(i);
        if (holds(i, pool) && base < ring->base + size_of(ring) && ring->base < base + bytes) {
            return false;
        }
    }
    return true;
}

/* Returns the lowest address with room (first fit): the pool's base, or the end of some ring. 0 if there is none. */
static uintptr_t find(const struct weft_pool *pool, uint32_t bytes)
{
    uintptr_t found = is_free(pool, pool->base, bytes) ? pool->base : 0;
    for (unsigned i = 0; i < RINGS && found != pool->base; i++) {
        const struct weft_ring *const ring = ring_of(i);
        const uintptr_t end = ring->base + size_of(ring);
        if (holds(i, pool) && is_free(pool, end, bytes) && (found == 0 || end < found)) {
            found = end;
        }
    }
    return found;
}

bool weft_ring_make(struct weft_stream *stream, struct weft_ring *ring, const struct strategy_choice *choice)
{
    const struct strategy_task *const task = &stream->task;
    const uint32_t larger = task->input_bytes > task->output_bytes ? task->input_bytes : task->output_bytes;
    const uint32_t wanted = choice->internal ? choice->internal_bytes / (larger * choice->blocks) : WEFT_STRATEGY_DEPTH;
    const uint32_t blocks = wanted == 0 ? 1 : wanted;
    struct weft_ring made = {
        .pool = choice->internal ? &stream->dsp->internal : &external,
        .choice = *choice,
        .block_bytes = (larger * choice->blocks + 3) & ~UINT32_C(3),
        .blocks = blocks < WEFT_STRATEGY_DEPTH ? blocks : WEFT_STRATEGY_DEPTH,
    };
    ring->pool = NULL;
    made.base = find(made.pool, size_of(&made));
    if (made.base == 0) {
        return false;
    }
    *ring = made;
    return true;
}

#endif
