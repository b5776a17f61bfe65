/* See <weft/interrupt.h> of this folder. Turning interrupts off does not block the signal, since that would take a
 * system call each time. Instead the signal handler only notes the signal, and it is served when interrupts are on
 * again. */
#define _POSIX_C_SOURCE 200809L
#include <weft/interrupt.h>

#include <stddef.h>
#include <weft/context.h>

static WEFT_PER_RANK struct {
    weft_interrupt_handler *handlers[WEFT_CORES];
    void *arguments[WEFT_CORES];
    volatile sig_atomic_t is_off, is_pending;
} interrupts;

static void serve_all(void)
{
    for (unsigned i = 0; i < WEFT_CORES; i++) {
        if (interrupts.handlers[i] != NULL) {
            interrupts.handlers[i](interrupts.arguments[i]);
        }
    }
}

/* Repeats until no signal has arrived during the last pass. */
static void serve(void)
{
    do {
        interrupts.is_off = 1;
        interrupts.is_pending = 0;
        serve_all();
        interrupts.is_off = 0;
    } while (interrupts.is_pending != 0);
}

static void take(int signal)
{
    (void)signal;
    if (interrupts.is_off != 0) {
        interrupts.is_pending = 1;
    } else {
        serve();
    }
}

void weft_interrupt_attach(uint32_t source, weft_interrupt_handler *handler, void *argument)
{
    const uint32_t on = weft_interrupts_off();
    struct sigaction action = {.sa_handler = take, .sa_flags = SA_RESTART};
    interrupts.handlers[source] = handler;
    interrupts.arguments[source] = argument;
    sigemptyset(&action.sa_mask);
    sigaction(WEFT_INTERRUPT_SIGNAL, &action, NULL);
    weft_interrupts_restore(on);
}

uint32_t weft_interrupts_off(void)
{
    const uint32_t before = interrupts.is_off == 0;
    interrupts.is_off = 1;
    return before;
}

bool weft_interrupts_are_on(void)
{
    return interrupts.is_off == 0;
}

void weft_interrupts_restore(uint32_t before)
{
    if (before != 0) {
        interrupts.is_off = 0;
        if (interrupts.is_pending != 0) {
            serve();
        }
    }
}
