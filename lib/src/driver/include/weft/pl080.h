/* The DMA controller: the registers of ARM's PrimeCell PL080, with the names of its manual (ARM DDI 0196, chapter 3),
 * and a driver for copies from memory to memory, as a single piece or as a linked list of pieces (scatter and gather).
 *
 * The controller is a bus master and uses bus addresses (weft/bus_address.h for the memory of a core). It reads on its
 * first master port and writes on its second, so that reading and writing of a burst overlap.
 *
 * The driver needs nothing else of this library. The registers are on the bus: each access costs a bus transfer.
 */
#ifndef WEFT_PL080_H
#define WEFT_PL080_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WEFT_PL080_LONGEST 4095u /* maximum transfers per piece: the field has twelve bits */

/* Fields of Control, which describes a copy. */
#define WEFT_PL080_SOURCE_BURST_16 (UINT32_C(3) << 12)
#define WEFT_PL080_DESTINATION_BURST_16 (UINT32_C(3) << 15)
#define WEFT_PL080_SOURCE_WORDS (UINT32_C(2) << 18)
#define WEFT_PL080_DESTINATION_WORDS (UINT32_C(2) << 21)
#define WEFT_PL080_DESTINATION_MASTER_2 (UINT32_C(1) << 25)
#define WEFT_PL080_SOURCE_INCREMENT (UINT32_C(1) << 26)
#define WEFT_PL080_DESTINATION_INCREMENT (UINT32_C(1) << 27)
#define WEFT_PL080_TERMINAL_COUNT (UINT32_C(1) << 31) /* the end of this piece raises the interrupt of the channel */
#define WEFT_PL080_COPY_WORDS                                                                                          \
    (WEFT_PL080_SOURCE_BURST_16 | WEFT_PL080_DESTINATION_BURST_16 | WEFT_PL080_SOURCE_WORDS |                          \
     WEFT_PL080_DESTINATION_WORDS | WEFT_PL080_DESTINATION_MASTER_2 | WEFT_PL080_SOURCE_INCREMENT |                    \
     WEFT_PL080_DESTINATION_INCREMENT)

/* Fields of Configuration. The flow control field is 0: memory to memory, and the controller counts the transfers. */
#define WEFT_PL080_ENABLE UINT32_C(1)
#define WEFT_PL080_ERROR_INTERRUPT (UINT32_C(1) << 14)
#define WEFT_PL080_TERMINAL_COUNT_INTERRUPT (UINT32_C(1) << 15)

/* A piece of a copy (the manual: linked list item). The controller reads all pieces but the first from memory: they
 * must be word-aligned, in memory with a bus address. */
struct weft_pl080_piece {
    uint32_t SrcAddr;
    uint32_t DestAddr;
    uint32_t LLI; /* address of the next piece; 0: this is the last */
    uint32_t Control;
};

struct weft_pl080_channel {
    volatile uint32_t SrcAddr;
    volatile uint32_t DestAddr;
    volatile uint32_t LLI;
    volatile uint32_t Control;
    volatile uint32_t Configuration;
    uint32_t reserved[3];
};

struct weft_pl080 {
    volatile uint32_t IntStatus;
    volatile uint32_t IntTCStatus;
    volatile uint32_t IntTCClear;
    volatile uint32_t IntErrorStatus;
    volatile uint32_t IntErrClr;
    volatile uint32_t RawIntTCStatus;
    volatile uint32_t RawIntErrorStatus;
    volatile uint32_t EnbldChns;
    volatile uint32_t SoftBReq;
    volatile uint32_t SoftSReq;
    volatile uint32_t SoftLBReq;
    volatile uint32_t SoftLSReq;
    volatile uint32_t Configuration;
    volatile uint32_t Sync;
    uint32_t reserved[50];
    struct weft_pl080_channel C[8];
};
_Static_assert(offsetof(struct weft_pl080, C) == 0x100, "the channels' registers begin at 0x100");

/* Enables the controller; call it once, before the first copy. */
static inline void weft_pl080_enable(struct weft_pl080 *dma)
{
    dma->Configuration = WEFT_PL080_ENABLE;
}

/* Returns the piece that copies `words`, at most WEFT_PL080_LONGEST; `next` is the bus address of the next piece, or 0.
 */
static inline struct weft_pl080_piece weft_pl080_copy(uint32_t from, uint32_t to, uint32_t words, uint32_t next)
{
    return (struct weft_pl080_piece){from, to, next, WEFT_PL080_COPY_WORDS | words};
}

/* Clears interrupts of the last copy of a channel. The manual (section 3.2) requires that before each new copy. */
static inline void weft_pl080_clear(struct weft_pl080 *dma, uint32_t channel)
{
    dma->IntTCClear = UINT32_C(1) << channel;
    dma->IntErrClr = UINT32_C(1) << channel;
}

/* Loads the first piece of a copy into a channel that is not enabled. The compiler barrier ensures that the source data
 * and the other pieces are in memory before. */
static inline void weft_pl080_load(struct weft_pl080_channel *channel, const struct weft_pl080_piece *first)
{
    __asm__ volatile("" : : : "memory");
    channel->SrcAddr = first->SrcAddr;
    channel->DestAddr = first->DestAddr;
    channel->LLI = first->LLI;
    channel->Control = first->Control;
}

/* Starts the channel; `interrupts`: WEFT_PL080_ERROR_INTERRUPT, WEFT_PL080_TERMINAL_COUNT_INTERRUPT, both or none. */
static inline void weft_pl080_start(struct weft_pl080_channel *channel, uint32_t interrupts)
{
    channel->Configuration = WEFT_PL080_ENABLE | interrupts;
}

/* The function to call at the end of a copy of a channel. */
struct weft_pl080_client {
    void (*end)(void *argument, bool failed);
    void *argument;
};

/* Serves the interrupt of the controller, which all eight channels share: that of the pending channel with the highest
 * priority, as the manual advises (section 3.2). If another channel is pending too, the interrupt is raised again.
 * `clients` has one element for each channel. */
static inline void weft_pl080_serve(struct weft_pl080 *dma, const struct weft_pl080_client *clients)
{
    const uint32_t failed = dma->IntErrorStatus;
    const uint32_t ended = dma->IntTCStatus | failed;
    uint32_t bit = 1;
    for (; (ended & bit) == 0; bit <<= 1, clients++) {
        if (bit > ended) {
            return;
        }
    }
    dma->IntTCClear = bit;
    if (failed != 0) {
        dma->IntErrClr = bit;
    }
    clients->end(clients->argument, (failed & bit) != 0);
}

#endif
