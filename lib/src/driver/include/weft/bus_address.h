/* Bus addresses: the data memory of a core has one address for the core itself and another for the other cores and for
 * DMA. */
#ifndef WEFT_BUS_ADDRESS_H
#define WEFT_BUS_ADDRESS_H

#include <stdint.h>
#include <weft/platform.h>

/* Returns the bus address of an object in the data memory of core `core`; `own` is its address on that core. */
static inline uint32_t weft_bus_address(uint32_t core, const volatile void *own)
{
    return (uint32_t)(uintptr_t)own - WEFT_DMEM_BASE + WEFT_DMEM_BUS_BASE + core * WEFT_DMEM_BUS_STRIDE;
}

#endif
