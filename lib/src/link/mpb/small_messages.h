/* The fast path of the link of the message buffers. */
#ifndef WEFT_SMALL_MESSAGES_H
#define WEFT_SMALL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

#define WEFT_LINK_HAS_BARRIER 0

/* A quarter of an output buffer of 256 bytes: with its request word it leaves room for two more. */
#define WEFT_LINK_BLOCK 64u

/* Can the message unit copy this buffer? It must be words of the core's data memory. */
static inline bool weft_link_direct(const void *buffer)
{
    const uintptr_t address = (uintptr_t)buffer;
    return address % 4u == 0 && address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE;
}

/* send.c: sends a message of at most a block. It need not check the length to compute the room. */
bool weft_mpb_try_send_block(uint32_t node, uint32_t label, const void *buffer, uint32_t length);
#define WEFT_BUS_TRY_SEND weft_mpb_try_send_block

#include "link/bus/small_messages_bus.h"

#endif
