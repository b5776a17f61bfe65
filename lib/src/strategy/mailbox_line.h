/* See line.h. On a chip with mailboxes: a mailbox to the DSP and one from it, the last ones of the device, with
 * channels after those of messages between ranks (link/ipcm), so that neither use disturbs the other. A line is the
 * address of the first of the two. */
#ifndef WEFT_STRATEGY_MAILBOX_LINE_H
#define WEFT_STRATEGY_MAILBOX_LINE_H

#include <weft/bus_address.h>
#include <weft/pl320.h>
#include <weft/plic.h>

typedef volatile uint32_t weft_line_word;
typedef struct weft_pl320_mailbox *weft_line;

/* DSPs can access the GPP's data memory. */
#define WEFT_SEEN_BY_DSPS

static inline void weft_line_in_order(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static inline uint32_t weft_line_dsps(void)
{
    return WEFT_CORES - 1;
}

static inline weft_line weft_line_of(uint32_t core)
{
    return &((struct weft_pl320 *)WEFT_MAILBOX_BASE)->MAILBOX[WEFT_MAILBOX_COUNT - 2 * core];
}

/* Returns the channel on which the GPP rings a DSP; on the next one that DSP rings the GPP. */
static inline uint32_t weft_line_channel(uint32_t core)
{
    return WEFT_CORES - 1 + 2 * core;
}

static inline uint32_t weft_line_address(uint32_t core, const volatile void *place)
{
    const uint32_t address = (uint32_t)(uintptr_t)place;
    return address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE ? weft_bus_address(core, place) : address;
}

static inline void *weft_line_place(uint32_t core, uint32_t address)
{
    const uint32_t offset = address - (WEFT_DMEM_BUS_BASE + core * WEFT_DMEM_BUS_STRIDE);
    return (void *)(uintptr_t)(offset < WEFT_DMEM_SIZE ? WEFT_DMEM_BASE + offset : address);
}

static inline uintptr_t weft_line_internal(uint32_t core, void *own, uint32_t *bytes)
{
    (void)core;
    (void)bytes;
    return (uintptr_t)own;
}

static inline uintptr_t weft_line_offered(uint32_t address)
{
    return address;
}

static inline uint32_t weft_line_offer(uint32_t core, void *internal, uint32_t *bytes)
{
    (void)bytes;
    return weft_line_address(core, internal);
}

static inline void weft_line_call(weft_line line, uint32_t core, uint32_t version, uint32_t queue)
{
    const uint32_t channel = weft_line_channel(core);
    weft_pl320_open(line, channel + 1, channel);
    line->DR[0] = version;
    line->DR[1] = queue;
    weft_plic_route(WEFT_SOURCE_MAILBOX + channel + 1, WEFT_GPP_CORE);
    weft_pl320_send(line);
    weft_interrupts_off();
    while (!weft_pl320_is_busy(line + 1)) {
        weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    }
}

static inline const weft_line_word *weft_line_answer(weft_line line)
{
    return line[1].DR;
}

static inline void weft_line_heard(weft_line line)
{
    line[1].SEND = 0;
}

static inline void weft_line_attach(uint32_t core, weft_interrupt_handler *handler, void *argument)
{
    weft_interrupt_attach(WEFT_SOURCE_MAILBOX + weft_line_channel(core) + 1, handler, argument);
}

static inline void weft_line_ring(weft_line line)
{
    weft_pl320_send(line);
}

static inline void weft_line_listen(uint32_t core)
{
    weft_plic_route(WEFT_SOURCE_MAILBOX + weft_line_channel(core), core);
}

/* The mailbox's interrupt wakes the core and is not taken. It stays pending from the GPP's ring until it is claimed
 * here, so no request is lost between the check for requests and the sleep. */
static inline void weft_line_sleep(weft_line line, uint32_t core)
{
    volatile uint32_t *const claim = weft_plic_claim(core);
    const uint32_t on = weft_interrupts_off();
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    const uint32_t source = *claim;
    line->SEND = 0;
    *claim = source;
    weft_interrupts_restore(on);
}

static inline const weft_line_word *weft_line_called(weft_line line)
{
    return line->DR;
}

static inline void weft_line_reply(weft_line line, uint32_t core, uint32_t version, uint32_t internal, uint32_t bytes)
{
    const uint32_t channel = weft_line_channel(core);
    weft_pl320_open(line + 1, channel, channel + 1);
    line[1].DR[0] = version;
    line[1].DR[1] = internal;
    line[1].DR[2] = bytes;
    weft_pl320_send(line + 1);
}

/* A mailbox that still holds an earlier word needs no other: the GPP will read the list. */
static inline void weft_line_tell(weft_line line)
{
    weft_pl320_send(line + 1);
}

static inline void weft_line_close(weft_line line)
{
    weft_pl320_close(line + 1);
}

#endif
