/* What programs see of the link over HIBI. */
#ifndef WEFT_FAST_PATH_H
#define WEFT_FAST_PATH_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>
#include <weft/wire.h>

#define WEFT_LINK_HAS_BARRIER 0

/* What the controller reaches: words of the core's data memory. */
static inline bool weft_link_direct(const void *buffer)
{
    const uintptr_t address = (uintptr_t)buffer;
    return address % 4u == 0 && address - WEFT_DMEM_BASE < WEFT_DMEM_SIZE;
}

#include <weft/fast_path_bus.h>

#endif
