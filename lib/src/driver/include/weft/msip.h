/* Software interrupts between cores: one word for each core, as in a RISC-V core-local interruptor (CLINT). While the
 * word is 1, the software interrupt of that core is pending. */
#ifndef WEFT_MSIP_H
#define WEFT_MSIP_H

#include <stdint.h>
#include <weft/platform.h>

static inline volatile uint32_t *weft_msip(uint32_t core)
{
    return (volatile uint32_t *)WEFT_SOFTWARE_INTERRUPT_BASE + core;
}

#endif
