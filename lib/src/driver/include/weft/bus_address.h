/* Where the bus sees memory: a core's own data memory lies at another address for the others and for DMA. */
#ifndef WEFT_BUS_ADDRESS_H
#define WEFT_BUS_ADDRESS_H

#include <stdint.h>
#include <weft/platform.h>

/* The bus address of something in the data memory of core `core`, which that core knows by the pointer. */
static inline uint32_t weft_bus_address(uint32_t core, const volatile void *own)
{
    return (uint32_t)(uintptr_t)own - WEFT_DMEM_BASE + WEFT_DMEM_BUS_BASE + core * WEFT_DMEM_BUS_STRIDE;
}

#endif
