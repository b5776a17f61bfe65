/* Common to the programs in this folder: two cores, the phases of a transfer, and reports.
 *
 * Core 0 sends, core 1 receives. A transfer is timed as a whole, from the sender's call until the receiver has its
 * data, and again with a reading of the cycle counter after each phase:
 *
 *     issue        saying what is to be moved, and to where
 *     transfer     moving it
 *     setup        the register write that sets it off
 *     completion   the rest: the interrupt, and what software does until the receiver's program goes on with its data
 *
 * Stores to devices are posted, so a phase ends with a fence, which waits for them; fence and reading take a cycle
 * each.
 *
 * Everything is measured with two kinds of interrupt handling: by a vector of the program's own, which serves the only
 * source ("ipcm", "dma"), and by functions attached to sources, of which there may be many ("ipcm-attached",
 * "dma-attached").
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

/* Ends a phase: waits for its posted stores, and returns the cycle. */
static inline uint32_t phase_end(counter *cycles)
{
    __asm__ volatile("fence" : : : "memory");
    return after(cycles);
}

/* Returns the cycles of a phase between two readings, without fence and reading. */
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

/* Takes interrupts by a function attached to the source instead. */
static inline void take_by_attached(weft_interrupt_handler *handler, uint32_t source)
{
    weft_interrupt_vector(NULL);
    weft_interrupt_attach(source, handler, NULL);
}

/* Defines such a vector, which calls `serve` if the interrupt is from this source. */
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
