/* The bare driver of a core's DMA controller at HIBI (docs/contract/hibi.md): send words of the data memory, receive
 * them.
 *
 * Source: L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011,
 * and the public driver of its controller, whose calls these are: weft_hibi_send() is its HPD_SEND, weft_hibi_receive()
 * its HPD_CHAN_CONF. Registers and addresses are generated with the platform, WEFT_HIBI_....
 *
 * Buffers are whole words of the core's data memory, aligned to them. A transfer has at most WEFT_HIBI_LONGEST words.
 */
#ifndef WEFT_HIBI_DMA_H
#define WEFT_HIBI_DMA_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

/* What the count registers of the controller's public version hold. */
#define WEFT_HIBI_LONGEST 0xFFFFu

/* The compiler moves no access to memory across: the controller reads and writes it behind its back. */
static inline void weft_hibi_in_order(void)
{
    __asm__ volatile("" : : : "memory");
}

static inline volatile uint32_t *weft_hibi_register(uint32_t offset)
{
    return (volatile uint32_t *)(uintptr_t)(WEFT_HIBI_DMA_BASE + offset);
}

/* A register of a channel: WEFT_HIBI_DMA_MEMORY, _ADDRESS, _WORDS or _CURRENT. */
static inline volatile uint32_t *weft_hibi_channel(uint32_t channel, uint32_t offset)
{
    return weft_hibi_register(channel * WEFT_HIBI_DMA_CHANNEL_STRIDE + offset);
}

/* The first HIBI address of a core. */
static inline uint32_t weft_hibi_address(uint32_t core)
{
    return WEFT_HIBI_ADDRESS + core * WEFT_HIBI_ADDRESS_STRIDE;
}

/* Whether the last transfer has left the data memory: its buffer is free again, and the next one can begin. */
static inline bool weft_hibi_is_sent(void)
{
    const bool is_sent = (*weft_hibi_register(WEFT_HIBI_DMA_CONTROL) & WEFT_HIBI_DMA_DONE) != 0;
    weft_hibi_in_order();
    return is_sent;
}

/* To be called once: whatever the controller has for this core is pending as its external interrupt from now on. */
static inline void weft_hibi_enable(void)
{
#if WEFT_HIBI_DMA_STARTS_BY_ADDRESS
    *weft_hibi_register(WEFT_HIBI_DMA_CONTROL) = WEFT_HIBI_DMA_INTERRUPTS | WEFT_HIBI_DMA_START_BY_ADDRESS;
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_COMMAND) = WEFT_HIBI_DMA_WRITE;
#else
    *weft_hibi_register(WEFT_HIBI_DMA_CONTROL) = WEFT_HIBI_DMA_INTERRUPTS;
#endif
}

/* Tells which words the next transfer sends; the last one must be over. */
static inline void weft_hibi_set_words(const void *words, uint32_t count)
{
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_MEMORY) = (uint32_t)(uintptr_t)words;
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = count;
}

/* Begins to send these words to a HIBI address: the last of the four parameters starts the transfer. */
static inline void weft_hibi_begin_to(uint32_t address)
{
    weft_hibi_in_order();
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_ADDRESS) = address;
#if !WEFT_HIBI_DMA_STARTS_BY_ADDRESS
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_COMMAND) = WEFT_HIBI_DMA_WRITE;
#endif
}

/* Tells where transfers go that weft_hibi_begin_told() begins, if that need not be told with the start. */
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

/* Begins to send words to the HIBI address that the last transfer went to. */
static inline void weft_hibi_begin_next(void)
{
    weft_hibi_in_order();
#if WEFT_HIBI_DMA_STARTS_BY_ADDRESS
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_ADDRESS) = *weft_hibi_register(WEFT_HIBI_DMA_SEND_ADDRESS);
#else
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_COMMAND) = WEFT_HIBI_DMA_WRITE;
#endif
}

/* Begins to send words to a HIBI address; the last transfer must be over. */
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

/* The same, once the last transfer is over. */
static inline void weft_hibi_send(const void *words, uint32_t count, uint32_t address)
{
    while (!weft_hibi_is_sent()) {
    }
    weft_hibi_begin(words, count, address);
}

/* Tells a channel which words it is to receive, for a HIBI address of this core. The compiler is not to see that the
 * registers' addresses are constant: it would compute each anew. */
static inline void weft_hibi_tell_channel(uint32_t channel, void *words, uint32_t count, uint32_t address)
{
    volatile uint32_t *registers = weft_hibi_channel(channel, 0);
    __asm__("" : "+r"(registers));
    registers[WEFT_HIBI_DMA_MEMORY / 4] = (uint32_t)(uintptr_t)words;
    registers[WEFT_HIBI_DMA_ADDRESS / 4] = address;
    registers[WEFT_HIBI_DMA_WORDS / 4] = count;
}

/* Has channels, a bit each, take what they have been told of. */
static inline void weft_hibi_start_channels(uint32_t channels)
{
    weft_hibi_in_order();
    *weft_hibi_register(WEFT_HIBI_DMA_INIT) = channels;
}

/* Has a packet channel take this number of words that come for a HIBI address of this core, once. Channels are numbered
 * from WEFT_HIBI_DMA_STREAMS on; those below it are streams. */
static inline void weft_hibi_receive(uint32_t channel, void *words, uint32_t count, uint32_t address)
{
    weft_hibi_tell_channel(channel, words, count, address);
    weft_hibi_start_channels(1u << channel);
}

/* Has a packet channel that has taken nothing yet take nothing more. */
static inline void weft_hibi_receive_no_more(uint32_t channel)
{
    weft_hibi_receive(channel, 0, 0, 0);
}

/* Has a stream channel write the words that come for an address round and round into a buffer. */
static inline void weft_hibi_stream(uint32_t channel, void *ring, uint32_t words, uint32_t address)
{
    weft_hibi_receive(channel, ring, words, address);
}

/* Whether a packet channel has all its words; they are in memory then. */
static inline bool weft_hibi_is_received(uint32_t channel)
{
    const bool is_received = (*weft_hibi_register(WEFT_HIBI_DMA_PENDING) & 1u << channel) != 0;
    weft_hibi_in_order();
    return is_received;
}

/* A packet has been seen: its channel can be used again, and no longer interrupts. */
static inline void weft_hibi_clear(uint32_t channel)
{
    *weft_hibi_register(WEFT_HIBI_DMA_PENDING) = 1u << channel;
}

#endif
