/* See line.h, on a host: a process is a core. What both see is memory of the job; the DSP sleeps in the kernel until it
 * is rung, the GPP is interrupted by a signal (<weft/interrupt.h>). Addresses are distances from that memory's begin.
 */
#ifndef WEFT_STRATEGY_NATIVE_LINE_H
#define WEFT_STRATEGY_NATIVE_LINE_H

#include <stdatomic.h>
#include <stdint.h>
#include <weft/interrupt.h>
#include <weft/platform.h>

/* Every access is in order for all threads. */
typedef _Atomic uint32_t weft_line_word;

typedef struct weft_native_line {
    weft_line_word rung; /* the DSP: a futex */
    weft_line_word is_answered;
    weft_line_word process, thread; /* the GPP's, for the signal */
    weft_line_word called[2], answer[3];
} * weft_line;

/* DSPs of this job. */
uint32_t weft_line_dsps(void);
weft_line weft_line_of(uint32_t core);

uint32_t weft_line_address(uint32_t core, const volatile void *place);
void *weft_line_place(uint32_t core, uint32_t address);

/* Internal memory is set aside in the job, of the GPP and of a DSP, as much as fits. */
uintptr_t weft_line_internal(uint32_t core, void *own, uint32_t *bytes);
uintptr_t weft_line_offered(uint32_t address);
uint32_t weft_line_offer(uint32_t core, void *internal, uint32_t *bytes);

void weft_line_call(weft_line line, uint32_t core, uint32_t version, uint32_t queue);
void weft_line_attach(uint32_t core, weft_interrupt_handler *handler, void *argument);
void weft_line_ring(weft_line line);
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

/* Every access is in order anyway. */
static inline void weft_line_in_order(void)
{
}

/* Signals that come together are one: nothing is to be made free. */
static inline void weft_line_heard(weft_line line)
{
    (void)line;
}

static inline void weft_line_listen(uint32_t core)
{
    (void)core;
}

static inline void weft_line_close(weft_line line)
{
    (void)line;
}

#endif
