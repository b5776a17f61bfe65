/* The platform-level interrupt controller: which source of interrupts reaches which core, and who serves it.
 *
 * Registers as in the "RISC-V Platform-Level Interrupt Controller Specification" 1.0. A context is a core. Source 0 is
 * none: it is what a claim returns when nothing is pending.
 */
#ifndef WEFT_PLIC_H
#define WEFT_PLIC_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

#define WEFT_PLIC_HIGHEST 7u /* priority */

/* A word for each source: 0 never interrupts. */
static inline volatile uint32_t *weft_plic_priority(uint32_t source)
{
    return (volatile uint32_t *)WEFT_INTERRUPT_CONTROLLER_BASE + source;
}

/* Has a source interrupted, and has nobody claimed it? */
static inline bool weft_plic_is_pending(uint32_t source)
{
    const volatile uint32_t *const pending = (volatile uint32_t *)(WEFT_INTERRUPT_CONTROLLER_BASE + 0x1000u);
    return (pending[source / 32] >> source % 32 & 1) != 0;
}

/* The word with the bit (source % 32) that lets a source interrupt a core. */
static inline volatile uint32_t *weft_plic_enable(uint32_t core, uint32_t source)
{
    return (volatile uint32_t *)(WEFT_INTERRUPT_CONTROLLER_BASE + 0x2000u + 0x80u * core) + source / 32;
}

/* Reading claims the pending source of highest priority; writing its number completes its service. */
static inline volatile uint32_t *weft_plic_claim(uint32_t core)
{
    return (volatile uint32_t *)(WEFT_INTERRUPT_CONTROLLER_BASE + 0x200000u + 0x1000u * core) + 1;
}

/* Lets a source interrupt a core, at the lowest priority that does. */
static inline void weft_plic_route(uint32_t source, uint32_t core)
{
    *weft_plic_priority(source) = 1;
    *weft_plic_enable(core, source) |= UINT32_C(1) << source % 32;
}

#endif
