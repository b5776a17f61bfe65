/* The line between the GPP and a DSP: each side can interrupt (ring) the other, exchange a few words for the
 * connection, and access memory of the other. There are three kinds, with the same functions: two mailboxes and the
 * bus; shared memory and an interrupt; and, on a host, shared memory of processes and a signal.
 *
 *     strategy_connect(), GPP                           strategy_serve(), DSP
 *                                                       listen, sleep
 *     call: version, address of the call queue  ----->  called
 *     answer                                    <-----  reply: version, address and size of internal memory
 *     attach, heard
 *     ring: there is a request                  ----->  sleep returns
 *     the handler runs: heard                   <-----  tell: there is a completion
 *
 * Each kind has a header that defines the types, and the short functions inline. This header then declares all
 * functions; the longer ones are in native.c and shared.c. */
#ifndef WEFT_STRATEGY_LINE_H
#define WEFT_STRATEGY_LINE_H

#include <stdint.h>
#include <weft/interrupt.h>
#include <weft/platform.h>

/* The core on which the GPP's program runs; the DSPs' cores follow. */
#define WEFT_GPP_CORE 0u

#ifdef WEFT_STRATEGY_NATIVE
#include "strategy/native_line.h"
#elif defined WEFT_STRATEGY_SHARED
#include "strategy/shared_line.h"
#else
#include "strategy/mailbox_line.h"
#endif

/* Maximum number of DSPs; the line to the DSP on a core. */
uint32_t weft_line_dsps(void);
weft_line weft_line_of(uint32_t core);

/* A fence: earlier writes are visible before later writes, and before later reads. */
void weft_line_in_order(void);

/* Converts an address in this core's data memory, or anywhere else, to one that the other side can use; and back. */
uint32_t weft_line_address(uint32_t core, const volatile void *place);
void *weft_line_place(uint32_t core, uint32_t address);

/* GPP: returns the address of its own memory for internal blocks of a DSP, and limits its size; converts the address of
 * the memory that a DSP offers, from its answer. */
uintptr_t weft_line_internal(uint32_t core, void *own, uint32_t *bytes);
uintptr_t weft_line_offered(uint32_t address);

/* DSP: returns the address of the memory that it offers, for the other side, and limits its size. */
uint32_t weft_line_offer(uint32_t core, void *internal, uint32_t *bytes);

/* GPP: sends two words and sleeps until the answer. Interrupts are disabled when it returns, since no handler is
 * attached to this DSP's yet. */
void weft_line_call(weft_line line, uint32_t core, uint32_t version, uint32_t queue);

/* GPP: returns the three words of the answer. */
const weft_line_word *weft_line_answer(weft_line line);

/* GPP: attaches a handler of the DSP's interrupt; allows the DSP to ring again; rings the DSP. */
void weft_line_attach(uint32_t core, weft_interrupt_handler *handler, void *argument);
void weft_line_heard(weft_line line);
void weft_line_ring(weft_line line);

/* DSP: enables being rung; sleeps until it is rung; returns the GPP's first two words. */
void weft_line_listen(uint32_t core);
void weft_line_sleep(weft_line line, uint32_t core);
const weft_line_word *weft_line_called(weft_line line);

/* DSP: sends the answer; interrupts the GPP; ends the use of the line. */
void weft_line_reply(weft_line line, uint32_t core, uint32_t version, uint32_t internal, uint32_t bytes);
void weft_line_tell(weft_line line);
void weft_line_close(weft_line line);

#endif
