/* See line.h, on a chip whose data memories no other core reaches: all that both see is in the shared memory, internal
 * blocks too, and each core has a bell. */
#ifndef WEFT_STRATEGY_SHARED_LINE_H
#define WEFT_STRATEGY_SHARED_LINE_H

#include <stdint.h>
#include <weft/interrupt.h>
#include <weft/platform.h>
#include <weft/shared.h>

typedef volatile uint32_t weft_line_word;

typedef struct weft_shared_line {
    weft_line_word rung; /* the DSP has been rung, and has not heard it yet */
    weft_line_word told; /* the GPP likewise */
    weft_line_word is_answered;
    weft_line_word called[2], answer[3];
} * weft_line;

/* What DSPs see of the GPP's. */
#define WEFT_SEEN_BY_DSPS WEFT_SHARED

/* What was written before is there before what is written behind, and before anything is read. */
static inline void weft_line_in_order(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline uint32_t weft_line_dsps(void)
{
    return WEFT_CORES - 1;
}

/* An address is the same for all. */
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

weft_line weft_line_of(uint32_t core);

/* Internal memory is set aside in the shared memory, of the GPP and of a DSP, as much as fits. */
uintptr_t weft_line_internal(uint32_t core, void *own, uint32_t *bytes);
uint32_t weft_line_offer(uint32_t core, void *internal, uint32_t *bytes);

void weft_line_call(weft_line line, uint32_t core, uint32_t version, uint32_t queue);
void weft_line_attach(uint32_t core, weft_interrupt_handler *handler, void *argument);
void weft_line_ring(weft_line line);
void weft_line_listen(uint32_t core);
void weft_line_sleep(weft_line line, uint32_t core);
void weft_line_reply(weft_line line, uint32_t core, uint32_t version, uint32_t internal, uint32_t bytes);
void weft_line_tell(weft_line line);

static inline const weft_line_word *weft_line_answer(weft_line line)
{
    return line->answer;
}

static inline const weft_line_word *weft_line_called(weft_line line)
{
    return line->called;
}

/* The bell has been silenced already. */
static inline void weft_line_heard(weft_line line)
{
    (void)line;
}

static inline void weft_line_close(weft_line line)
{
    (void)line;
}

#endif
