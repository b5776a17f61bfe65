/* From a trap to the function that is attached to what caused it (<weft/interrupt.h>): what a vector does between
 * saving registers and restoring them. There are two: interrupt.c's, and that of the kernel (arch/kernel), which
 * may go on with another task. */
#ifndef WEFT_TRAPS_H
#define WEFT_TRAPS_H

#include <weft/core.h>
#include <weft/interrupt.h>

#define WEFT_TRAP_INTERRUPT UINT32_C(0x80000000) /* in the cause: not an exception */

struct weft_attached {
    weft_interrupt_handler *handler;
    void *argument;
};

static inline void weft_call_attached(const struct weft_attached *attached)
{
    attached->handler(attached->argument);
}

#ifdef WEFT_INTERRUPT_CONTROLLER_BASE

#include <weft/plic.h>

/* By source; the first is for a claim that finds nothing pending any more. */
extern struct weft_attached weft_attached_sources[WEFT_INTERRUPT_SOURCES];

/* For a device: claims the source at the interrupt controller, calls the function, completes; between the two the
 * controller holds the source back. */
static inline void weft_serve_device(void)
{
    volatile uint32_t *const claim = weft_plic_claim(weft_core());
    const uint32_t source = *claim;
    weft_call_attached(&weft_attached_sources[source]);
    *claim = source;
}

#else

static inline void weft_serve_device(void)
{
}

#endif

/* Any other cause. */
void weft_serve_other(uint32_t cause);

static inline void weft_serve_trap(void)
{
    const uint32_t cause = weft_interrupt_cause();
    if (__builtin_expect(cause == (WEFT_TRAP_INTERRUPT | WEFT_CAUSE_EXTERNAL), 1)) {
        weft_serve_device();
    } else {
        weft_serve_other(cause);
    }
}

/* The kernel's vector, where a program has the kernel. */
extern void weft_kernel_enter(void) __attribute__((weak));

#endif
