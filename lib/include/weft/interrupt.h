/* Interrupts of this core, machine mode: which causes are enabled, the master switch, and who serves them.
 *
 * A program either attaches functions to what may interrupt: to a source of the interrupt controller, whose names are
 * in <weft/platform.h>, or to another cause,
 *
 *     static void tick(void *argument) { weft_timer_set(weft_timer_now() + PERIOD); ticks++; }
 *     ...
 *     weft_interrupt_attach(WEFT_SOURCE_MAILBOX, take_letter, &letters);
 *     weft_interrupt_attach_cause(WEFT_CAUSE_TIMER, tick, NULL);
 *     weft_interrupts_on();
 *
 * or has the core's traps for itself, with a handler that becomes the vector:
 *
 *     WEFT_INTERRUPT_HANDLER(handler) { ... }
 *     ...
 *     weft_interrupt_vector(handler);
 *     weft_interrupt_enable(WEFT_INTERRUPT_BIT(WEFT_CAUSE_TIMER));
 *     weft_interrupts_on();
 *
 * Where the platform's mutexes wait for interrupts the vector is the library's: only the first way is open to a program
 * with mutexes. Without a vector (the state at reset) an exception stops the simulation with a report; so it does with
 * attached functions. The causes are in <weft/instructions.h>; weft_set_mevmask() there chooses the events that raise
 * the event interrupt. The message functions of the library must not be called from a handler, nor those of
 * <pthread.h>.
 */
#ifndef WEFT_INTERRUPT_H
#define WEFT_INTERRUPT_H

#include <stdint.h>
#include <weft/instructions.h>
#include <weft/platform.h>

#define WEFT_INTERRUPT_HANDLER(name) __attribute__((interrupt("machine"), aligned(4))) static void name(void)
#define WEFT_INTERRUPT_BIT(cause) (UINT32_C(1) << (cause))
#define WEFT_MSTATUS_MIE UINT32_C(8)

/* All traps go to `handler` from now on. */
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

/* The causes that are pending now, enabled or not. */
static inline uint32_t weft_interrupt_pending(void)
{
    uint32_t pending;
    __asm__ volatile(WEFT_ZICSR("csrr %0, mip") : "=r"(pending) : : "memory");
    return pending;
}

/* The cause of the trap that is being handled: interrupt bit 31 and the number. */
static inline uint32_t weft_interrupt_cause(void)
{
    uint32_t cause;
    __asm__ volatile(WEFT_ZICSR("csrr %0, mcause") : "=r"(cause));
    return cause;
}

/* Turns interrupts on. */
static inline void weft_interrupts_on(void)
{
    __asm__ volatile(WEFT_ZICSR("csrsi mstatus, 8") : : : "memory");
}

/* Turns interrupts off for weft_interrupts_restore() to restore: returns all of mstatus, which is a cycle quicker. As
 * that sets bits, the others must not be cleared before it. */
static inline uint32_t weft_interrupts_pause(void)
{
    uint32_t before;
    __asm__ volatile(WEFT_ZICSR("csrrci %0, mstatus, 8") : "=r"(before) : : "memory");
    return before;
}

/* Turns interrupts off; returns WEFT_MSTATUS_MIE if they were on, otherwise 0. */
static inline uint32_t weft_interrupts_off(void)
{
    return weft_interrupts_pause() & WEFT_MSTATUS_MIE;
}

/* Sets the switch back to what weft_interrupts_off() or weft_interrupts_pause() returned. */
static inline void weft_interrupts_restore(uint32_t before)
{
    __asm__ volatile(WEFT_ZICSR("csrs mstatus, %0") : : "r"(before) : "memory");
}

/* Sleeps until an enabled cause is pending; with interrupts off nothing is taken, the program just goes on. */
static inline void weft_interrupt_wait(void)
{
    __asm__ volatile("wfi" : : : "memory");
}

/* With interrupts off: sleeps until one of `causes`, or another enabled cause, is pending. It is no call: then a loop
 * that now and then sleeps keeps its values in any registers. */
__attribute__((always_inline)) static inline void weft_interrupt_sleep(uint32_t causes)
{
    uint32_t added = causes & ~weft_interrupt_enable(causes);
    __asm__ volatile("wfi" : "+r"(added) : : "memory"); /* known before the sleep, so that it costs nothing behind it */
    weft_interrupt_disable(added);
}

/* Serves an interrupt; what it waits for delays every other. */
typedef void weft_interrupt_handler(void *argument);

/* Has `handler` called with `argument` when `cause` interrupts, and enables the cause. The external cause is that of
 * devices: see weft_interrupt_attach(). Another vector that was set before ends the run with a message. */
void weft_interrupt_attach_cause(uint32_t cause, weft_interrupt_handler *handler, void *argument);

#ifdef WEFT_INTERRUPT_CONTROLLER_BASE
/* Has `handler` called with `argument` when the device's `source` (WEFT_SOURCE_...) interrupts, which it may do to this
 * core from now on. The handler must make the device withdraw its request. */
void weft_interrupt_attach(uint32_t source, weft_interrupt_handler *handler, void *argument);
#endif

#endif
