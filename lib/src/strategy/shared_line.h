/* See line.h. On a chip whose data memories other cores cannot access: all shared data, including internal blocks, are
 * in the shared memory, and each core has a bell. */
#ifndef WEFT_STRATEGY_SHARED_LINE_H
#define WEFT_STRATEGY_SHARED_LINE_H

#include <weft/shared.h>

typedef volatile uint32_t weft_line_word;

typedef struct weft_shared_line {
    weft_line_word rung; /* the DSP was rung and has not noticed it yet */
    weft_line_word told; /* the same for the GPP */
    weft_line_word is_answered;
    weft_line_word called[2], answer[3];
} * weft_line;

/* Attribute of the GPP's data that DSPs access. */
#define WEFT_SEEN_BY_DSPS WEFT_SHARED

static inline void weft_line_in_order(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline uint32_t weft_line_dsps(void)
{
    return WEFT_CORES - 1;
}

/* Addresses are the same for all cores. */
static inline uint32_t weft_line_address(uint32_t core, const volatile void *place)
{
    (void)core;
    return (uint32_t)(uintptr_t)place;
}

static inline void *weft_line_place(uint32_t core, uint32_t address)
{
    (void)core;
    return (void *)(uintptr_t)address;
}

static inline uintptr_t weft_line_offered(uint32_t address)
{
    return address;
}

#include "strategy/memory_line.h"

#endif
