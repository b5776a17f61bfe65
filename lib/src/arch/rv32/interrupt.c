/* From a trap to the function that is attached to what caused it: <weft/interrupt.h>.
 *
 * One function is the vector. For a device it claims the source at the interrupt controller, calls the function, and
 * completes; between the two the controller holds the source back.
 */
#include <weft/core.h>
#include <weft/interrupt.h>

#include <stddef.h>

#include "report.h"

#define INTERRUPT UINT32_C(0x80000000) /* in the cause: not an exception */
#define CAUSES 32

struct attached {
    weft_interrupt_handler *handler;
    void *argument;
};

static inline void call(const struct attached *attached)
{
    attached->handler(attached->argument);
}

#ifdef WEFT_INTERRUPT_CONTROLLER_BASE

#include <weft/plic.h>

static void nothing(void *argument)
{
    (void)argument;
}

/* The first is for a claim that finds nothing pending any more. */
static struct attached sources[WEFT_INTERRUPT_SOURCES] = {{nothing, NULL}};

static inline void serve_device(void)
{
    volatile uint32_t *const claim = weft_plic_claim(weft_core());
    const uint32_t source = *claim;
    call(&sources[source]);
    *claim = source;
}

#else

static inline void serve_device(void)
{
}

#endif

static struct attached causes[CAUSES];

/* After an exception there is no vector any more, and the instruction raises it again: then the simulation stops, and
 * reports it where it happened. */
static __attribute__((noinline)) void serve_other(uint32_t cause)
{
    if ((cause & INTERRUPT) != 0) {
        call(&causes[cause % CAUSES]);
    } else {
        weft_interrupt_disable(UINT32_MAX);
        weft_interrupt_vector(NULL);
    }
}

WEFT_INTERRUPT_HANDLER(enter)
{
    const uint32_t cause = weft_interrupt_cause();
    if (__builtin_expect(cause == (INTERRUPT | WEFT_CAUSE_EXTERNAL), 1)) {
        serve_device();
    } else {
        serve_other(cause);
    }
}

/* Makes `enter` the vector, and enables the cause. */
static void let_in(uint32_t cause)
{
    uintptr_t vector;
    __asm__ volatile(WEFT_ZICSR("csrr %0, mtvec") : "=r"(vector));
    if (vector != 0 && vector != (uintptr_t)enter) {
        weft_fatal("a function is to be attached to an interrupt, but the program has set a vector of its own");
    }
    weft_interrupt_vector(enter);
    weft_interrupt_enable(WEFT_INTERRUPT_BIT(cause));
}

void weft_interrupt_attach_cause(uint32_t cause, weft_interrupt_handler *handler, void *argument)
{
    causes[cause % CAUSES] = (struct attached){handler, argument};
    let_in(cause);
}

#ifdef WEFT_INTERRUPT_CONTROLLER_BASE

void weft_interrupt_attach(uint32_t source, weft_interrupt_handler *handler, void *argument)
{
    sources[source] = (struct attached){handler, argument};
    weft_plic_route(source, weft_core());
    let_in(WEFT_CAUSE_EXTERNAL);
}

#endif
