/* The fast path of the link by DMA. */
#ifndef WEFT_SMALL_MESSAGES_H
#define WEFT_SMALL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

#define WEFT_LINK_HAS_BARRIER 0

/* What a landing slot holds, in bytes: about as much as the core stores over the bus in the time that it takes to set
 * up the controller. */
#define WEFT_LINK_BLOCK 64u

/* Can the controller access this buffer? It must be words of a core's data memory, or of the shared memory on the bus.
 */
static inline bool weft_link_direct(const void *buffer)
{
    const uintptr_t address = (uintptr_t)buffer;
#ifdef WEFT_SHARED_BASE
    return address % 4u == 0 &&
           (address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE || address - WEFT_SHARED_BASE < WEFT_SHARED_SIZE);
#else
    return address % 4u == 0 && address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE;
#endif
}

#include "link/bus/small_messages_bus.h"

#endif
