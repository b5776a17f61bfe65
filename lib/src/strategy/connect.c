/* The GPP's side of calls: connecting DSPs, and their interrupts (step 9). */
#include <weft/strategy_platform.h>

#if WEFT_STRATEGY_CALLS

#include <weft/core.h>

#include "stream.h"

#ifndef WEFT_STRATEGY_NATIVE
WEFT_SEEN_BY_DSPS struct weft_dsp weft_dsps[WEFT_DSPS];
#endif

/* Handles a DSP's interrupt. The mailbox is freed before the list is read, so that any later completion interrupts
 * again. */
static void take_news(void *argument)
{
    struct weft_dsp *const dsp = argument;
    const uint32_t looked = weft_timer_cycles();
    weft_line_heard(dsp->line);
    weft_line_in_order();
    while (dsp->seen != dsp->queue.told) {
        struct weft_stream *const stream =
            &weft_streams[dsp->queue.stream[dsp->seen++ % WEFT_CALL_QUEUE_MESSAGES] % WEFT_STRATEGY_TASKS];
        if (weft_stream_note(stream, looked) != 0 && stream->tell != NULL) {
            stream->tell(stream->argument);
        }
    }
}

/* Chooses the memory for internal blocks: this core's, or the DSP's over the bus. */
static struct weft_pool choose_internal(const struct weft_dsp *dsp, uint32_t core, void *own, uint32_t bytes)
{
    if (own != NULL) {
        const uintptr_t base = weft_line_internal(core, own, &bytes);
        return (struct weft_pool){base, bytes};
    }
    const uint32_t offered = weft_line_answer(dsp->line)[2];
    return (struct weft_pool){weft_line_offered(weft_line_answer(dsp->line)[1]),
                              bytes != 0 && bytes < offered ? bytes : offered};
}

int strategy_connect(unsigned number, void *internal, uint32_t bytes)
{
    if (number >= weft_line_dsps() || weft_dsps[number].is_connected || weft_core() != WEFT_GPP_CORE) {
        return STRATEGY_ERR_ARGUMENT;
    }
    struct weft_dsp *const dsp = &weft_dsps[number];
    const uint32_t core = number + 1;
    *dsp = (struct weft_dsp){.line = weft_line_of(core)};
    weft_line_call(dsp->line, core, WEFT_CALL_QUEUE_VERSION, weft_line_address(WEFT_GPP_CORE, &dsp->queue));
    dsp->is_connected = weft_line_answer(dsp->line)[0] == WEFT_CALL_QUEUE_VERSION;
    if (dsp->is_connected) {
        dsp->internal = choose_internal(dsp, core, internal, bytes);
    }
    weft_line_heard(dsp->line);
    if (!dsp->is_connected) {
        return STRATEGY_ERR_VERSION;
    }
    weft_line_attach(core, take_news, dsp);
    weft_interrupts_on();
    return 0;
}

int strategy_disconnect(unsigned number)
{
    if (number >= weft_line_dsps() || !weft_dsps[number].is_connected) {
        return STRATEGY_ERR_ARGUMENT;
    }
    struct weft_dsp *const dsp = &weft_dsps[number];
    for (unsigned i = 0; i < WEFT_STRATEGY_TASKS; i++) {
        if (weft_streams[i].dsp == dsp) {
            return STRATEGY_ERR_BUSY;
        }
    }
    weft_dsp_request(dsp, 0);
    dsp->is_connected = false;
    return 0;
}

#endif
