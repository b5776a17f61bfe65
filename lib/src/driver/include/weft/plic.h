/* The platform-level interrupt controller: routes each interrupt source to cores, and lets one core claim it.
 *
 * Registers as in the "RISC-V Platform-Level Interrupt Controller Specification" 1.0. Each core is one context. There
 * is no source 0: a claim returns 0 if nothing is pending.
 */
#ifndef WEFT_PLIC_H
#define WEFT_PLIC_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

#define WEFT_PLIC_HIGHEST 7u /* maximum priority */

/* Returns the priority register of a source; with priority 0 it never interrupts. */
static inline volatile uint32_t *weft_plic_priority(uint32_t source)
{
    return (volatile uint32_t *)WEFT_INTERRUPT_CONTROLLER_BASE + source;
}

/* Is an interrupt of a source pending, and not claimed by any core? */
static inline bool weft_plic_is_pending(uint32_t source)
{
    const volatile uint32_t *const pending = (volatile uint32_t *)(WEFT_INTERRUPT_CONTROLLER_BASE + 0x1000u);
    return (pending[source / 32] >> source % 32 & 1) != 0;
}

/* Returns the register whose bit (source % 32) enables a source for a core. */
static inline volatile uint32_t *weft_plic_enable(uint32_t core, uint32_t source)
{
    return (volatile uint32_t *)(WEFT_INTERRUPT_CONTROLLER_BASE + 0x2000u + 0x80u * core) + source / 32;
}

/* Returns the claim register of a core. A read claims the pending source of highest priority; a write of its number
 * completes it. */
static inline volatile uint32_t *weft_plic_claim(uint32_t core)
{
    return (volatile uint32_t *)(WEFT_INTERRUPT_CONTROLLER_BASE + 0x200000u + 0x1000u * core) + 1;
}

/* Enables a source for a core, with the lowest priority that interrupts. */
static inline void weft_plic_route(uint32_t source, uint32_t core)
{
    *weft_plic_priority(source) = 1;
    *weft_plic_enable(core, source) |= UINT32_C(1) << source % 32;
}

#endif
