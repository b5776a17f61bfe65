/* Interrupts on a host: a signal to the rank's thread. As on a chip, handlers run between any two instructions of the
 * program, one at a time, and not while interrupts are off. */
#ifndef WEFT_INTERRUPT_H
#define WEFT_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Ignored by whoever does not expect it, and not passed on by launchers. */
#define WEFT_INTERRUPT_SIGNAL SIGURG

/* Called by the signal, so within the limits of signal handlers. */
typedef void weft_interrupt_handler(void *argument);

/* Has `handler` called with `argument` whenever the rank is signalled; `source`, below WEFT_CORES, tells handlers
 * apart. */
void weft_interrupt_attach(uint32_t source, weft_interrupt_handler *handler, void *argument);

/* Turns interrupts off; whether they were on. */
uint32_t weft_interrupts_off(void);

/* Sets the switch back to what weft_interrupts_off() returned; what has come meanwhile is served now. */
void weft_interrupts_restore(uint32_t before);

/* Whether a handler may run now. */
bool weft_interrupts_are_on(void);

static inline void weft_interrupts_on(void)
{
    weft_interrupts_restore(1);
}

#endif
