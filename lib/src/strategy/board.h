/* What the GPP and a DSP share for calls (<strategy_call.h>): control messages, the order in which they were requested,
 * the order in which they were done, and two mailboxes whose writes interrupt the other side.
 *
 * All of it but the mailboxes lies in the GPP's data memory: the GPP, whose load counts, reads and writes it at no
 * cost, and a DSP over the bus. Each word has one writer, but for a message's flag, which passes back and forth.
 */
#ifndef WEFT_STRATEGY_BOARD_H
#define WEFT_STRATEGY_BOARD_H

#include <strategy_call.h>
#include <weft/bus_address.h>
#include <weft/pl320.h>
#include <weft/platform.h>

#define WEFT_BOARD_MESSAGES (WEFT_STRATEGY_TASKS * WEFT_STRATEGY_DEPTH)
_Static_assert((WEFT_BOARD_MESSAGES & (WEFT_BOARD_MESSAGES - 1)) == 0 &&
                   (WEFT_STRATEGY_DEPTH & (WEFT_STRATEGY_DEPTH - 1)) == 0,
               "WEFT_STRATEGY_TASKS and WEFT_STRATEGY_DEPTH must be powers of two");

/* What both say first: the version of this layout, and the sizes that it was built with. */
#define WEFT_BOARD_VERSION (0x43410000u + WEFT_BOARD_MESSAGES)

/* The result of a request that the DSP has refused. */
#define WEFT_BOARD_REFUSED UINT32_MAX

/* The core on which the GPP's program runs; the DSPs follow. */
#define WEFT_BOARD_GPP 0u

/* A control message (steps 2 and 7). */
struct weft_message {
    volatile uint32_t flag; /* set by the GPP when it requests, reset by the DSP when it is done */
    volatile uint32_t function;
    volatile uint32_t block; /* where the input lies and the result goes, as the bus sees it */
    volatile uint32_t bytes; /* of the input */
    volatile uint32_t room;  /* for the result */
    volatile uint32_t stream;
    volatile uint32_t notify; /* whether the DSP is to interrupt */
    volatile uint32_t result; /* the DSP: its bytes, or WEFT_BOARD_REFUSED */
    volatile uint32_t done;   /* the DSP: when */
};

/* Requests of all streams of a DSP, and those done of which it has told by an interrupt. There are never more than the
 * lists hold. */
struct weft_board {
    volatile uint32_t requested;                    /* GPP: how many, ever */
    volatile uint32_t told;                         /* DSP: likewise */
    volatile uint32_t request[WEFT_BOARD_MESSAGES]; /* bus addresses of messages; 0 ends the service */
    volatile uint32_t stream[WEFT_BOARD_MESSAGES];
};

/* The mailboxes to a DSP and from it, at the end of the device, and their channels, behind those of messages between
 * ranks (link/ipcm): neither disturbs the other. */
static inline struct weft_pl320_mailbox *weft_board_to(uint32_t core)
{
    return &((struct weft_pl320 *)WEFT_MAILBOX_BASE)->MAILBOX[WEFT_MAILBOX_COUNT - 2 * core];
}

static inline struct weft_pl320_mailbox *weft_board_from(uint32_t core)
{
    return weft_board_to(core) + 1;
}

/* Where the GPP rings a DSP; the next one is where that DSP rings the GPP. */
static inline uint32_t weft_board_channel(uint32_t core)
{
    return WEFT_CORES - 1 + 2 * core;
}

/* What was written before is there before what is written behind, and before anything is read. */
static inline void weft_board_in_order(void)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* A place in this core's data memory, or anywhere else, as the bus sees it; and back. */
static inline uint32_t weft_board_address(uint32_t core, const volatile void *place)
{
    const uint32_t address = (uint32_t)(uintptr_t)place;
    return address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE ? weft_bus_address(core, place) : address;
}

static inline void *weft_board_place(uint32_t core, uint32_t address)
{
    const uint32_t offset = address - (WEFT_DMEM_BUS_BASE + core * WEFT_DMEM_BUS_STRIDE);
    return (void *)(uintptr_t)(offset < WEFT_DMEM_SIZE ? WEFT_DMEM_BASE + offset : address);
}

#endif
