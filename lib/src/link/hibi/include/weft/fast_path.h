/* What programs see of the link over HIBI. */
#ifndef WEFT_FAST_PATH_H
#define WEFT_FAST_PATH_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

#define WEFT_LINK_HAS_BARRIER 0

/* The core copies a block to where its request word stands, and from the stream to where it is wanted: about as many
 * words as a transfer of their own would cost. */
#define WEFT_LINK_BLOCK 64u

/* What the controller reaches: words of the core's data memory. */
static inline bool weft_link_direct(const void *buffer)
{
    const uintptr_t address = (uintptr_t)buffer;
    return address % 4u == 0 && address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE;
}

#include <weft/fast_path_bus.h>

#endif
