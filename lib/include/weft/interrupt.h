/* Interrupts of this core in machine mode: enabling causes (mie), the global enable bit (mstatus.MIE), and handlers.
 *
 * A program either attaches handlers to a source of the interrupt controller, whose names are in <weft/platform.h>, or
 * to another cause,
 *
 *     static void tick(void *argument) { weft_timer_set(weft_timer_now() + PERIOD); ticks++; }
 *     ...
 *     weft_interrupt_attach(WEFT_SOURCE_MAILBOX, take_letter, &letters);
 *     weft_interrupt_attach_cause(WEFT_CAUSE_TIMER, tick, NULL);
 *     weft_interrupts_on();
 *
 * or takes over all traps of the core, with a handler of its own in mtvec:
 *
 *     WEFT_INTERRUPT_HANDLER(handler) { ... }
 *     ...
 *     weft_interrupt_vector(handler);
 *     weft_interrupt_enable(WEFT_INTERRUPT_BIT(WEFT_CAUSE_TIMER));
 *     weft_interrupts_on();
 *
 * Where the platform's mutexes wait for interrupts, the library owns mtvec: a program with mutexes can only attach
 * handlers. An exception stops the simulation with a report if mtvec is not set (the state at reset), and also if
 * handlers are attached. The causes are in <weft/instructions.h>; weft_set_mevmask() there selects the events that
 * raise the event interrupt. A handler must not call the message functions of the library, nor those of <pthread.h>.
 */
#ifndef WEFT_INTERRUPT_H
#define WEFT_INTERRUPT_H

#include <stdint.h>
#include <weft/instructions.h>
#include <weft/platform.h>

#define WEFT_INTERRUPT_HANDLER(name) __attribute__((interrupt("machine"), aligned(4))) static void name(void)
#define WEFT_INTERRUPT_BIT(cause) (UINT32_C(1) << (cause))
#define WEFT_MSTATUS_MIE UINT32_C(8)

/* Makes `handler` the target of all traps. */
static inline void weft_interrupt_vector(void (*handler)(void))
{
    __asm__ volatile(WEFT_ZICSR("csrw mtvec, %0") : : "r"(handler));
}

/* Enables the causes in `bits`; returns those that were enabled before. */
static inline uint32_t weft_interrupt_enable(uint32_t bits)
{
    uint32_t before;
    __asm__ volatile(WEFT_ZICSR("csrrs %0, mie, %1") : "=r"(before) : "r"(bits) : "memory");
    return before;
}

/* Disables the causes in `bits`. */
static inline void weft_interrupt_disable(uint32_t bits)
{
    __asm__ volatile(WEFT_ZICSR("csrc mie, %0") : : "r"(bits) : "memory");
}

/* Returns the causes that are pending, enabled or not. */
static inline uint32_t weft_interrupt_pending(void)
{
    uint32_t pending;
    __asm__ volatile(WEFT_ZICSR("csrr %0, mip") : "=r"(pending) : : "memory");
    return pending;
}

/* Returns the cause of the trap that is being handled: bit 31 is set for interrupts; the other bits are the number. */
static inline uint32_t weft_interrupt_cause(void)
{
    uint32_t cause;
    __asm__ volatile(WEFT_ZICSR("csrr %0, mcause") : "=r"(cause));
    return cause;
}

/* Enables interrupts globally (mstatus.MIE). */
static inline void weft_interrupts_on(void)
{
    __asm__ volatile(WEFT_ZICSR("csrsi mstatus, 8") : : : "memory");
}

/* Disables interrupts globally; returns all of mstatus for weft_interrupts_restore(), a cycle faster than
 * weft_interrupts_off(). Restoring only sets bits, so the program must not clear other bits of mstatus in between. */
static inline uint32_t weft_interrupts_pause(void)
{
    uint32_t before;
    __asm__ volatile(WEFT_ZICSR("csrrci %0, mstatus, 8") : "=r"(before) : : "memory");
    return before;
}

/* Disables interrupts globally; returns WEFT_MSTATUS_MIE if they were enabled, otherwise 0. */
static inline uint32_t weft_interrupts_off(void)
{
    return weft_interrupts_pause() & WEFT_MSTATUS_MIE;
}

/* Restores what weft_interrupts_off() or weft_interrupts_pause() returned. */
static inline void weft_interrupts_restore(uint32_t before)
{
    __asm__ volatile(WEFT_ZICSR("csrs mstatus, %0") : : "r"(before) : "memory");
}

/* Sleeps until an enabled cause is pending. If interrupts are disabled globally, execution continues after the `wfi`
 * without a trap. */
static inline void weft_interrupt_wait(void)
{
    __asm__ volatile("wfi" : : : "memory");
}

/* With interrupts disabled globally: sleeps until one of `causes`, or another enabled cause, is pending. Always
 * inlined, so that a loop that sleeps only occasionally can keep its values in any registers. */
__attribute__((always_inline)) static inline void weft_interrupt_sleep(uint32_t causes)
{
    uint32_t added = causes & ~weft_interrupt_enable(causes);
    __asm__ volatile("wfi"
                     : "+r"(added)
                     :
                     : "memory"); /* computed before the sleep, so that it takes no cycle after
                                   * waking */
    weft_interrupt_disable(added);
}

/* An interrupt handler. While it runs, all other interrupts wait. */
typedef void weft_interrupt_handler(void *argument);

/* Makes `cause` call `handler` with `argument`, and enables the cause. For devices, which share the external cause, use
 * weft_interrupt_attach(). If the program has set another vector before, the run ends with a message. */
void weft_interrupt_attach_cause(uint32_t cause, weft_interrupt_handler *handler, void *argument);

#ifdef WEFT_INTERRUPT_CONTROLLER_BASE
/* Makes interrupts of a device's `source` (WEFT_SOURCE_...) call `handler` with `argument`, and routes and enables them
 * at this core. The handler must make the device withdraw its request. */
void weft_interrupt_attach(uint32_t source, weft_interrupt_handler *handler, void *argument);
#endif

#endif
