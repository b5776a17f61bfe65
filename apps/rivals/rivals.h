/* What both programs in this folder need: two cores, the phases of a transfer, and where results go.
 *
 * Core 0 sends, core 1 receives. A transfer is timed as a whole, from the sender's call to the receiver's having its
 * data, and again with a reading of the cycle counter behind each phase:
 *
 *     issue        saying what is to be moved, and to where
 *     transfer     moving it
 *     setup        the register write that sets it off
 *     completion   the rest: the interrupt, and what software does until the receiver's program goes on with its data
 *
 * Stores to devices are posted, so that a phase ends with a fence, which waits for them; fence and reading take a cycle
 * each.
 *
 * Everything is measured with two ways of taking interrupts: by a vector of the program's own, which serves the one
 * source that there is ("ipcm", "dma"), and by functions attached to sources, of which there may be many
 * ("ipcm-attached", "dma-attached").
 */
#ifndef RIVALS_H
#define RIVALS_H

#include "../stopwatch.h"
#include <stdbool.h>
#include <stdio.h>
#include <weft/core.h>
#include <weft/interrupt.h>
#include <weft/plic.h>
#include <weft/report.h>
#include <weft/shared.h>

enum { SENDER, RECEIVER };

#define FENCE 1   /* cycles of a fence that has nothing to wait for */
#define WAIT 2000 /* cycles after which the other core is ready */

/* Behind the posted stores of a phase. */
static inline uint32_t phase_end(counter *cycles)
{
    __asm__ volatile("fence" : : : "memory");
    return after(cycles);
}

/* The cycles of a phase between two readings, without fence and reading. */
static inline uint32_t phase(uint32_t start, uint32_t end)
{
    return end - start - FENCE - 1;
}

/* Takes interrupts by a vector of the program's own, that of one source. */
static inline void take_by_vector(void (*vector)(void), uint32_t source)
{
    weft_plic_route(source, weft_core());
    weft_interrupt_vector(vector);
    weft_interrupt_enable(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    weft_interrupts_on();
}

/* Takes them by a function attached to the source instead. */
static inline void take_by_attached(weft_interrupt_handler *handler, uint32_t source)
{
    weft_interrupt_vector(NULL);
    weft_interrupt_attach(source, handler, NULL);
}

/* What such a vector does: `serve` is called if it is this source. */
#define VECTOR(name, core, source, serve)                                                                              \
    WEFT_INTERRUPT_HANDLER(name)                                                                                       \
    {                                                                                                                  \
        volatile uint32_t *const claim = weft_plic_claim(core);                                                        \
        const uint32_t claimed = *claim;                                                                               \
        if (claimed == (source)) {                                                                                     \
            serve();                                                                                                   \
        }                                                                                                              \
        *claim = claimed;                                                                                              \
    }

/* Reports cycles at the sender; `variant` follows the name of the rival. All names are literals but `variant`. */
#define report(rival, variant, words, what, cycles)                                                                    \
    do {                                                                                                               \
        const uint32_t rival_cycles = (cycles);                                                                        \
        if (weft_core() == SENDER) {                                                                                   \
            weft_report_at2(rival "# # " what, variant, words, rival_cycles);                                          \
        }                                                                                                              \
    } while (0)

#endif
