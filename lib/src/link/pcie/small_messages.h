/* The fast path of the link between a PC and the chip that it is attached to. */
#ifndef WEFT_SMALL_MESSAGES_H
#define WEFT_SMALL_MESSAGES_H

#include "link/wire/wire.h"
#include <stdbool.h>
#include <stdint.h>

#define WEFT_INLINE static inline __attribute__((always_inline))

#define WEFT_LINK_HAS_BARRIER 0

/* The processor itself writes the words. */
static inline bool weft_link_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}

#include "link/bus/small_messages_bus.h"

#endif
