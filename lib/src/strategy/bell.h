/* A core's bell: an interrupt that every core can raise. It uses the first of these that the platform has: the
 * software-interrupt word of a core-local interruptor, a single-word message, or a PL320 mailbox that the receiver
 * owns. */
#ifndef WEFT_STRATEGY_BELL_H
#define WEFT_STRATEGY_BELL_H

#include <stddef.h>

#include <weft/interrupt.h>
#include <weft/platform.h>

#ifdef WEFT_SOFTWARE_INTERRUPT_BASE
#include <weft/msip.h>

#define WEFT_BELL_CAUSE WEFT_CAUSE_SOFTWARE

static inline void weft_bell_open(uint32_t core)
{
    (void)core;
}

static inline void weft_bell_ring(uint32_t core)
{
    *weft_msip(core) = 1;
}

/* Clears this core's bell, which can then be rung again. */
static inline void weft_bell_silence(uint32_t core)
{
    *weft_msip(core) = 0;
}

#elif defined WEFT_WORD_QUEUE
#define WEFT_BELL_CAUSE WEFT_CAUSE_SOFTWARE

static inline void weft_bell_open(uint32_t core)
{
    (void)core;
}

static inline void weft_bell_ring(uint32_t core)
{
    weft_msg_send(0, core, WEFT_TOKEN_WORD_FIRST);
}

static inline void weft_bell_silence(uint32_t core)
{
    (void)core;
    while (weft_read_mword() != 0) {
    }
}

#else
#include <weft/pl320.h>
#include <weft/plic.h>

#define WEFT_BELL_CAUSE WEFT_CAUSE_EXTERNAL

static inline struct weft_pl320_mailbox *weft_bell(uint32_t core)
{
    return &((struct weft_pl320 *)WEFT_MAILBOX0_BASE)->MAILBOX[core];
}

static inline void weft_bell_open(uint32_t core)
{
    weft_pl320_open(weft_bell(core), core, core);
    weft_plic_route(WEFT_SOURCE_MAILBOX0 + core, core);
}

static inline void weft_bell_ring(uint32_t core)
{
    weft_pl320_send(weft_bell(core));
}

static inline void weft_bell_silence(uint32_t core)
{
    weft_bell(core)->SEND = 0;
}
#endif

/* Makes each ring of this core's bell call the handler, which must silence the bell. */
static inline void weft_bell_attach(uint32_t core, weft_interrupt_handler *handler)
{
#if WEFT_BELL_CAUSE == WEFT_CAUSE_EXTERNAL
    weft_interrupt_attach(WEFT_SOURCE_MAILBOX0 + core, handler, NULL);
#else
    (void)core;
    weft_interrupt_attach_cause(WEFT_BELL_CAUSE, handler, NULL);
#endif
}

/* With interrupts disabled: sleeps until this core's bell is rung, and silences it. The interrupt is not taken. */
static inline void weft_bell_sleep(uint32_t core)
{
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_BELL_CAUSE));
#if WEFT_BELL_CAUSE == WEFT_CAUSE_EXTERNAL
    volatile uint32_t *const claim = weft_plic_claim(core);
    const uint32_t source = *claim;
    weft_bell_silence(core);
    *claim = source;
#else
    weft_bell_silence(core);
#endif
}

#endif
