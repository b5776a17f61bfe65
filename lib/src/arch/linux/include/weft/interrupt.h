/* Interrupts on a host: a signal to the rank's thread. As on a chip, handlers run between any two instructions of the
 * program, one at a time, and not while interrupts are off. */
#ifndef WEFT_INTERRUPT_H
#define WEFT_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* By default ignored by a process that does not expect it, and not forwarded by launchers. */
#define WEFT_INTERRUPT_SIGNAL SIGURG

/* Called in the signal handler, so only async-signal-safe functions may be used. */
typedef void weft_interrupt_handler(void *argument);

/* Registers `handler`, to be called with `argument` whenever the rank is signalled. `source`, below WEFT_CORES,
 * distinguishes handlers. */
void weft_interrupt_attach(uint32_t source, weft_interrupt_handler *handler, void *argument);

/* Turns interrupts off. Returns whether they were on. */
uint32_t weft_interrupts_off(void);

/* Restores the state that weft_interrupts_off() returned. If interrupts are on again, signals that came meanwhile are
 * served now. */
void weft_interrupts_restore(uint32_t before);

/* Can a handler run now? */
bool weft_interrupts_are_on(void);

static inline void weft_interrupts_on(void)
{
    weft_interrupts_restore(1);
}

#endif
