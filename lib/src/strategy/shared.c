/* Calls of DSP functions over shared memory: see shared_line.h.
 *
 * A core is rung only after it has noticed the last ring. The sender sets the line's flag before it rings the bell; the
 * receiver resets the flag before it checks for work. So a sender that finds the flag set need not ring. */
#include <weft/strategy_platform.h>

#ifdef WEFT_STRATEGY_SHARED

#include "bell.h"
#include "stream.h"

#define INTERNAL_BYTES 0x10000u /* maximum of each side of a line */

/* In the section that the linker puts first in the shared memory: at the same address in all programs. */
__attribute__((section(".bss.weft_barriers"))) static struct weft_shared_line lines[WEFT_DSPS];

static WEFT_SHARED uint32_t of_dsp[WEFT_DSPS][INTERNAL_BYTES / 4];
static WEFT_SHARED uint32_t of_gpp[WEFT_DSPS][INTERNAL_BYTES / 4];

/* GPP: the handler of each DSP's interrupt. */
static struct {
    weft_interrupt_handler *handler;
    void *argument;
} attached[WEFT_DSPS];

weft_line weft_line_of(uint32_t core)
{
    return &lines[core - 1];
}

static uint32_t limited(uint32_t bytes)
{
    return bytes < INTERNAL_BYTES ? bytes : INTERNAL_BYTES;
}

uintptr_t weft_line_internal(uint32_t core, void *own, uint32_t *bytes)
{
    (void)own;
    *bytes = limited(*bytes);
    return (uintptr_t)of_gpp[core - 1];
}

uint32_t weft_line_offer(uint32_t core, void *internal, uint32_t *bytes)
{
    *bytes = internal == NULL ? 0 : limited(*bytes);
    return weft_line_address(core, of_dsp[core - 1]);
}

/* Rings a core, unless it will check anyway. */
static void ring(weft_line_word *flag, uint32_t core)
{
    weft_line_in_order();
    if (*flag == 0) {
        *flag = 1;
        weft_line_in_order();
        weft_bell_ring(core);
    }
}

static void look_at_lines(void)
{
    for (uint32_t number = 0; number < WEFT_DSPS; number++) {
        if (attached[number].handler != NULL) {
            lines[number].told = 0;
            weft_line_in_order();
            attached[number].handler(attached[number].argument);
        }
    }
}

static void hear(void *argument)
{
    (void)argument;
    weft_bell_silence(WEFT_GPP_CORE);
    look_at_lines();
}

/* While it waits, it handles the rings of other DSPs. */
void weft_line_call(weft_line line, uint32_t core, uint32_t version, uint32_t queue)
{
    weft_bell_open(WEFT_GPP_CORE);
    line->called[0] = version;
    line->called[1] = queue;
    line->is_answered = 0;
    ring(&line->rung, core);
    weft_interrupts_off();
    while (line->is_answered == 0) {
        weft_bell_sleep(WEFT_GPP_CORE);
        look_at_lines();
    }
    line->told = 0;
}

void weft_line_attach(uint32_t core, weft_interrupt_handler *handler, void *argument)
{
    attached[core - 1].argument = argument;
    attached[core - 1].handler = handler;
    weft_bell_attach(WEFT_GPP_CORE, hear);
}

void weft_line_ring(weft_line line)
{
    ring(&line->rung, (uint32_t)(line - lines) + 1);
}

void weft_line_listen(uint32_t core)
{
    weft_bell_open(core);
}

void weft_line_sleep(weft_line line, uint32_t core)
{
    const uint32_t on = weft_interrupts_off();
    while (line->rung == 0) {
        weft_bell_sleep(core);
    }
    line->rung = 0;
    weft_line_in_order();
    weft_interrupts_restore(on);
}

void weft_line_reply(weft_line line, uint32_t core, uint32_t version, uint32_t internal, uint32_t bytes)
{
    (void)core;
    line->answer[0] = version;
    line->answer[1] = internal;
    line->answer[2] = bytes;
    weft_line_in_order();
    line->is_answered = 1;
    ring(&line->told, WEFT_GPP_CORE);
}

void weft_line_tell(weft_line line)
{
    ring(&line->told, WEFT_GPP_CORE);
}

#endif
