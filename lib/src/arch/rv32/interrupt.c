/* Functions attached to interrupts (<weft/interrupt.h>). A single vector calls them all. */
#include "traps.h"

#include <stddef.h>

#include "arch/diagnostic.h"

#define CAUSES 32

#ifdef WEFT_INTERRUPT_CONTROLLER_BASE

static void nothing(void *argument)
{
    (void)argument;
}

struct weft_attached weft_attached_sources[WEFT_INTERRUPT_SOURCES] = {{nothing, NULL}};

#endif

static struct weft_attached causes[CAUSES];

/* An exception removes the vector and returns, so that the instruction raises it again. Without a vector the simulation
 * then stops and reports the exception at the instruction that caused it. */
__attribute__((noinline)) void weft_serve_other(uint32_t cause)
{
    if ((cause & WEFT_TRAP_INTERRUPT) != 0) {
        weft_call_attached(&causes[cause % CAUSES]);
    } else {
        weft_interrupt_disable(UINT32_MAX);
        weft_interrupt_vector(NULL);
    }
}

WEFT_INTERRUPT_HANDLER(enter)
{
    weft_serve_trap();
}

/* Installs `enter` as the vector, unless it or that of the kernel is installed already, and enables the cause. */
static void let_in(uint32_t cause)
{
    uintptr_t vector;
    __asm__ volatile(WEFT_ZICSR("csrr %0, mtvec") : "=r"(vector));
    if (vector == 0) {
        weft_interrupt_vector(enter);
    } else if (vector != (uintptr_t)enter && vector != (uintptr_t)weft_kernel_enter) {
        weft_fatal("a function is to be attached to an interrupt, but the program has set a vector of its own");
    }
    weft_interrupt_enable(WEFT_INTERRUPT_BIT(cause));
}

static void check(uint32_t number, uint32_t count)
{
    if (number >= count) {
        weft_fatal("a function is to be attached to an interrupt that this core does not have");
    }
}

void weft_interrupt_attach_cause(uint32_t cause, weft_interrupt_handler *handler, void *argument)
{
    check(cause, CAUSES);
    causes[cause] = (struct weft_attached){handler, argument};
    let_in(cause);
}

#ifdef WEFT_INTERRUPT_CONTROLLER_BASE

void weft_interrupt_attach(uint32_t source, weft_interrupt_handler *handler, void *argument)
{
    check(source, WEFT_INTERRUPT_SOURCES);
    weft_attached_sources[source] = (struct weft_attached){handler, argument};
    weft_plic_route(source, weft_core());
    let_in(WEFT_CAUSE_EXTERNAL);
}

#endif
