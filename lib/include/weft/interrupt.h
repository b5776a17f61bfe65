/* Interrupts of this core, machine mode: a vector, which causes are enabled, and the master switch.
 *
 * Without a vector (the state at reset) an exception stops the simulation with a report. A program that wants
 * interrupts writes a handler, sets it as the vector, enables causes, and turns interrupts on:
 *
 *     WEFT_INTERRUPT_HANDLER(tick) { weft_timer_set(weft_timer_now() + PERIOD); ticks++; }
 *     ...
 *     weft_interrupt_vector(tick);
 *     weft_interrupt_enable(WEFT_INTERRUPT_BIT(WEFT_CAUSE_TIMER));
 *     weft_interrupts_on();
 *
 * The causes are in <weft/instructions.h>; weft_set_mevmask() there chooses the events that raise the event
 * interrupt. The message functions of the library must not be called from a handler.
 */
#ifndef WEFT_INTERRUPT_H
#define WEFT_INTERRUPT_H

#include <stdint.h>
#include <weft/instructions.h>

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

/* Turns interrupts off; returns WEFT_MSTATUS_MIE if they were on, otherwise 0. */
static inline uint32_t weft_interrupts_off(void)
{
    uint32_t before;
    __asm__ volatile(WEFT_ZICSR("csrrci %0, mstatus, 8") : "=r"(before) : : "memory");
    return before & WEFT_MSTATUS_MIE;
}

/* Sets the switch back to what weft_interrupts_off() returned. */
static inline void weft_interrupts_restore(uint32_t before)
{
    __asm__ volatile(WEFT_ZICSR("csrs mstatus, %0") : : "r"(before) : "memory");
}

/* Sleeps until an enabled cause is pending; with interrupts off nothing is taken, the program just goes on. */
static inline void weft_interrupt_wait(void)
{
    __asm__ volatile("wfi" : : : "memory");
}

#endif
