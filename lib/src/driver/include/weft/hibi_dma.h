/* A bare-metal driver for the DMA controller of a core at HIBI (docs/contract/hibi.md): it sends words from the data
 * memory and receives words into it.
 *
 * Source: L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011,
 * and the public driver of its controller, whose calls these are: weft_hibi_send() is its HPD_SEND, weft_hibi_receive()
 * its HPD_CHAN_CONF. Registers and addresses are generated with the platform, WEFT_HIBI_....
 *
 * A buffer consists of whole aligned words of the core's data memory. A transfer has at most WEFT_HIBI_LONGEST words.
 *
 *      send       wait until weft_hibi_is_sent(); set memory, words, address (starts the transfer)
 *      receive    set the channel's memory, address, words; start it; wait until PENDING has its bit; clear the bit
 */
#ifndef WEFT_HIBI_DMA_H
#define WEFT_HIBI_DMA_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

/* The maximum of the count registers in the public version of the controller. */
#define WEFT_HIBI_LONGEST 0xFFFFu

/* A compiler barrier: the controller reads and writes memory without the knowledge of the compiler. */
static inline void weft_hibi_in_order(void)
{
    __asm__ volatile("" : : : "memory");
}

static inline volatile uint32_t *weft_hibi_register(uint32_t offset)
{
    return (volatile uint32_t *)(uintptr_t)(WEFT_HIBI_DMA_BASE + offset);
}

/* Returns a register of a channel: WEFT_HIBI_DMA_MEMORY, _ADDRESS, _WORDS or _CURRENT. */
static inline volatile uint32_t *weft_hibi_channel(uint32_t channel, uint32_t offset)
{
    return weft_hibi_register(channel * WEFT_HIBI_DMA_CHANNEL_STRIDE + offset);
}

/* Returns the first HIBI address of a core. */
static inline uint32_t weft_hibi_address(uint32_t core)
{
    return WEFT_HIBI_ADDRESS + core * WEFT_HIBI_ADDRESS_STRIDE;
}

/* Has the last transfer left the data memory? Then its buffer may be reused, and the next transfer can begin. */
static inline bool weft_hibi_is_sent(void)
{
    const bool is_sent = (*weft_hibi_register(WEFT_HIBI_DMA_CONTROL) & WEFT_HIBI_DMA_DONE) != 0;
    weft_hibi_in_order();
    return is_sent;
}

/* Enables the controller; call it once. From then on its events are pending as the external interrupt of this core. */
static inline void weft_hibi_enable(void)
{
#if WEFT_HIBI_DMA_STARTS_BY_ADDRESS
    *weft_hibi_register(WEFT_HIBI_DMA_CONTROL) = WEFT_HIBI_DMA_INTERRUPTS | WEFT_HIBI_DMA_START_BY_ADDRESS;
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_COMMAND) = WEFT_HIBI_DMA_WRITE;
#else
    *weft_hibi_register(WEFT_HIBI_DMA_CONTROL) = WEFT_HIBI_DMA_INTERRUPTS;
#endif
}

/* Sets the words of the next transfer. The last transfer must have ended. */
static inline void weft_hibi_set_words(const void *words, uint32_t count)
{
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_MEMORY) = (uint32_t)(uintptr_t)words;
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = count;
}

/* Starts to send these words to a HIBI address: writing the last of the four parameters starts the transfer. */
static inline void weft_hibi_begin_to(uint32_t address)
{
    weft_hibi_in_order();
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_ADDRESS) = address;
#if !WEFT_HIBI_DMA_STARTS_BY_ADDRESS
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_COMMAND) = WEFT_HIBI_DMA_WRITE;
#endif
}

/* Sets the destination of transfers that weft_hibi_begin_told() starts, unless on this controller writing the address
 * starts the transfer. */
static inline void weft_hibi_tell_address(uint32_t address)
{
#if WEFT_HIBI_DMA_STARTS_BY_ADDRESS
    (void)address;
#else
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_ADDRESS) = address;
#endif
}

static inline void weft_hibi_begin_told(uint32_t address)
{
#if WEFT_HIBI_DMA_STARTS_BY_ADDRESS
    weft_hibi_begin_to(address);
#else
    (void)address;
    weft_hibi_in_order();
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_COMMAND) = WEFT_HIBI_DMA_WRITE;
#endif
}

/* Starts to send words to the HIBI address of the last transfer. */
static inline void weft_hibi_begin_next(void)
{
    weft_hibi_in_order();
#if WEFT_HIBI_DMA_STARTS_BY_ADDRESS
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_ADDRESS) = *weft_hibi_register(WEFT_HIBI_DMA_SEND_ADDRESS);
#else
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_COMMAND) = WEFT_HIBI_DMA_WRITE;
#endif
}

/* Starts to send words to a HIBI address. The last transfer must have ended. */
static inline void weft_hibi_begin(const void *words, uint32_t count, uint32_t address)
{
    weft_hibi_set_words(words, count);
    weft_hibi_begin_to(address);
}

static inline void weft_hibi_wait_until_sent(void)
{
    while (!weft_hibi_is_sent()) {
    }
}

/* The same, but first waits until the last transfer has ended. */
static inline void weft_hibi_send(const void *words, uint32_t count, uint32_t address)
{
    while (!weft_hibi_is_sent()) {
    }
    weft_hibi_begin(words, count, address);
}

/* Sets the words that a channel will receive for a HIBI address of this core. The asm statement hides from the compiler
 * that the addresses of the registers are constants; otherwise it would compute each one separately. */
static inline void weft_hibi_tell_channel(uint32_t channel, void *words, uint32_t count, uint32_t address)
{
    volatile uint32_t *registers = weft_hibi_channel(channel, 0);
    __asm__("" : "+r"(registers));
    registers[WEFT_HIBI_DMA_MEMORY / 4] = (uint32_t)(uintptr_t)words;
    registers[WEFT_HIBI_DMA_ADDRESS / 4] = address;
    registers[WEFT_HIBI_DMA_WORDS / 4] = count;
}

/* Starts channels, given as bits, with the parameters that were set for them. */
static inline void weft_hibi_start_channels(uint32_t channels)
{
    weft_hibi_in_order();
    *weft_hibi_register(WEFT_HIBI_DMA_INIT) = channels;
}

/* Makes a packet channel receive this number of words, once, for a HIBI address of this core. Packet channels are
 * numbered from WEFT_HIBI_DMA_STREAMS on; lower numbers are stream channels. */
static inline void weft_hibi_receive(uint32_t channel, void *words, uint32_t count, uint32_t address)
{
    weft_hibi_tell_channel(channel, words, count, address);
    weft_hibi_start_channels(1u << channel);
}

/* Stops a packet channel that has received nothing yet. */
static inline void weft_hibi_receive_no_more(uint32_t channel)
{
    weft_hibi_receive(channel, 0, 0, 0);
}

/* Makes a stream channel write the words for an address into a ring buffer. */
static inline void weft_hibi_stream(uint32_t channel, void *ring, uint32_t words, uint32_t address)
{
    weft_hibi_receive(channel, ring, words, address);
}

/* Has a packet channel received all its words? They are then in memory. */
static inline bool weft_hibi_is_received(uint32_t channel)
{
    const bool is_received = (*weft_hibi_register(WEFT_HIBI_DMA_PENDING) & 1u << channel) != 0;
    weft_hibi_in_order();
    return is_received;
}

/* Acknowledges a packet: its channel may be used again, and its interrupt is no longer pending. */
static inline void weft_hibi_clear(uint32_t channel)
{
    *weft_hibi_register(WEFT_HIBI_DMA_PENDING) = 1u << channel;
}

#endif
