/* The functions that drivers of accelerators call, on a PC: the interface of the bare driver of a core's DMA controller
 * (lib/src/driver) without the controller. The processor writes the words itself, so that they are sent at once; where
 * a core has a packet channel, the PC finds the words that come in its inbox. Channels have the same numbers.
 */
#ifndef WEFT_HIBI_DMA_H
#define WEFT_HIBI_DMA_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the first address of a node. */
uint32_t weft_hibi_address(uint32_t node);

/* Sends words to a HIBI address. */
void weft_hibi_begin(const void *words, uint32_t count, uint32_t address);

/* Says which words a packet channel receives; returns whether they have come and are in place. */
void weft_hibi_receive(uint32_t channel, void *words, uint32_t count, uint32_t address);
bool weft_hibi_is_received(uint32_t channel);
void weft_hibi_clear(uint32_t channel);

static inline bool weft_hibi_is_sent(void)
{
    return true;
}

static inline void weft_hibi_send(const void *words, uint32_t count, uint32_t address)
{
    weft_hibi_begin(words, count, address);
}

#endif
