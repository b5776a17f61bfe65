/* Dispatches a trap to the function that is attached to its cause (<weft/interrupt.h>): the body of a vector, between
 * saving and restoring registers. There are two vectors: the one in interrupt.c, and that of the kernel (arch/kernel),
 * which may continue with another task. */
#ifndef WEFT_TRAPS_H
#define WEFT_TRAPS_H

#include <weft/core.h>
#include <weft/interrupt.h>

#define WEFT_TRAP_INTERRUPT UINT32_C(0x80000000) /* bit of mcause: an interrupt, not an exception */

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

/* Indexed by source. Element 0 is called if a claim finds nothing pending any more. */
extern struct weft_attached weft_attached_sources[WEFT_INTERRUPT_SOURCES];

/* Serves an interrupt of a device: claims the source at the interrupt controller, calls its function, then completes
 * it. In between, the controller does not forward further interrupts of this source. */
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

/* Serves any other cause. */
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

/* The kernel's vector; null in a program without the kernel. */
extern void weft_kernel_enter(void) __attribute__((weak));

#endif
