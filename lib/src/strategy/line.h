/* The line between the GPP and a DSP: they ring each other, say a few first words, and see each other's memory. On a
 * chip it is two mailboxes and the bus, or the shared memory and an interrupt; on a host shared memory of processes and
 * a signal: the same functions.
 *
 * Each kind of line has a header that defines the types, and those functions inline that are short. This one then
 * declares all: the others are in native.c and shared.c. */
#ifndef WEFT_STRATEGY_LINE_H
#define WEFT_STRATEGY_LINE_H

#include <stdint.h>
#include <weft/interrupt.h>
#include <weft/platform.h>

/* The core on which the GPP's program runs; the DSPs follow. */
#define WEFT_GPP_CORE 0u

#ifdef WEFT_STRATEGY_NATIVE
#include "strategy/native_line.h"
#elif defined WEFT_STRATEGY_SHARED
#include "strategy/shared_line.h"
#else
#include "strategy/mailbox_line.h"
#endif

/* The DSPs that there may be, and the line to one of them. */
uint32_t weft_line_dsps(void);
weft_line weft_line_of(uint32_t core);

/* What was written before is there before what is written behind, and before anything is read. */
void weft_line_in_order(void);

/* A place in this core's data memory, or anywhere else, as the other side sees it; and back. */
uint32_t weft_line_address(uint32_t core, const volatile void *place);
void *weft_line_place(uint32_t core, uint32_t address);

/* GPP: the memory for internal blocks of a DSP, as the GPP sees it, and how much of it there is; and the memory that a
 * DSP offers, from its answer. */
uintptr_t weft_line_internal(uint32_t core, void *own, uint32_t *bytes);
uintptr_t weft_line_offered(uint32_t address);

/* DSP: the memory that it offers, as the other side sees it, and how much of it there is. */
uint32_t weft_line_offer(uint32_t core, void *internal, uint32_t *bytes);

/* GPP: says two words and sleeps until they are answered. Interrupts are off from then on: nothing is attached to the
 * answer's yet. */
void weft_line_call(weft_line line, uint32_t core, uint32_t version, uint32_t queue);

/* GPP: the three words of the answer. */
const weft_line_word *weft_line_answer(weft_line line);

/* GPP: what is called when the DSP rings; the DSP may ring again; rings the DSP. */
void weft_line_attach(uint32_t core, weft_interrupt_handler *handler, void *argument);
void weft_line_heard(weft_line line);
void weft_line_ring(weft_line line);

/* DSP: may be rung from now on; sleeps until it is rung; the GPP's first words. */
void weft_line_listen(uint32_t core);
void weft_line_sleep(weft_line line, uint32_t core);
const weft_line_word *weft_line_called(weft_line line);

/* DSP: answers them; interrupts the GPP; will not any more. */
void weft_line_reply(weft_line line, uint32_t core, uint32_t version, uint32_t internal, uint32_t bytes);
void weft_line_tell(weft_line line);
void weft_line_close(weft_line line);

#endif
