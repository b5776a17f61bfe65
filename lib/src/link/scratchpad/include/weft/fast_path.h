/* What programs see of the link of the scratchpads. */
#ifndef WEFT_FAST_PATH_H
#define WEFT_FAST_PATH_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

#define WEFT_LINK_HAS_BARRIER 1

/* Small, since receivers set aside blocks for all their peers in a data memory of 32 KiB. */
#define WEFT_LINK_BLOCK 32u

/* The core itself moves the words: wherever it can load and store them. */
static inline bool weft_link_direct(const void *buffer)
{
    return (uintptr_t)buffer % 4u == 0;
}

#include <weft/fast_path_bus.h>

#endif
