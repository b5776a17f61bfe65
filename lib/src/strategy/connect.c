/* The GPP's side of calls: its DSPs, and what they interrupt it for (step 9). */
#include "platform_calls.h"

#if WEFT_STRATEGY_CALLS

#include <weft/core.h>
#include <weft/plic.h>

#include "stream.h"

struct weft_dsp weft_dsps[WEFT_DSPS];

/* The mailbox is free before the list is read, so that whatever is told later interrupts again. */
static void take_news(void *argument)
{
    struct weft_dsp *const dsp = argument;
    const uint32_t looked = weft_timer_cycles();
    dsp->bell[1].SEND = 0;
    weft_board_in_order();
    while (dsp->seen != dsp->board.told) {
        struct weft_stream *const stream =
            &weft_streams[dsp->board.stream[dsp->seen++ % WEFT_BOARD_MESSAGES] % WEFT_STRATEGY_TASKS];
        if (weft_stream_note(stream, looked) != 0 && stream->tell != NULL) {
            stream->tell(stream->argument);
        }
    }
}

/* The first words: where the board is; and where the DSP has memory, for which this core sleeps. Interrupts are off
 * from now on: nothing is attached to the answer's yet. */
static int greet(struct weft_dsp *dsp, uint32_t core)
{
    const struct weft_pl320_mailbox *const from = weft_board_from(core);
    const uint32_t channel = weft_board_channel(core);
    weft_pl320_open(dsp->bell, channel + 1, channel);
    dsp->bell->DR[0] = WEFT_BOARD_VERSION;
    dsp->bell->DR[1] = weft_board_address(WEFT_BOARD_GPP, &dsp->board);
    weft_plic_route(WEFT_SOURCE_MAILBOX + channel + 1, WEFT_BOARD_GPP);
    weft_pl320_send(dsp->bell);
    weft_interrupts_off();
    while (!weft_pl320_is_busy(from)) {
        weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    }
    return from->DR[0] == WEFT_BOARD_VERSION ? 0 : STRATEGY_ERR_VERSION;
}

/* Either this core's memory, or the DSP's as the bus sees it. */
static struct weft_pool choose_internal(const struct weft_pl320_mailbox *from, void *own, uint32_t bytes)
{
    if (own != NULL) {
        return (struct weft_pool){(uintptr_t)own, bytes};
    }
    const uint32_t offered = from->DR[2];
    return (struct weft_pool){from->DR[1], bytes != 0 && bytes < offered ? bytes : offered};
}

int strategy_connect(unsigned number, void *internal, uint32_t bytes)
{
    if (number >= WEFT_DSPS || weft_dsps[number].is_connected || weft_core() != WEFT_BOARD_GPP) {
        return STRATEGY_ERR_ARGUMENT;
    }
    struct weft_dsp *const dsp = &weft_dsps[number];
    const uint32_t core = number + 1;
    *dsp = (struct weft_dsp){.bell = weft_board_to(core)};
    const int error = greet(dsp, core);
    dsp->internal = choose_internal(weft_board_from(core), internal, bytes);
    weft_board_from(core)->SEND = 0;
    if (error == 0) {
        dsp->is_connected = true;
    }
    weft_interrupt_attach(WEFT_SOURCE_MAILBOX + weft_board_channel(core) + 1, take_news, dsp);
    weft_interrupts_on();
    return error;
}

int strategy_disconnect(unsigned number)
{
    if (number >= WEFT_DSPS || !weft_dsps[number].is_connected) {
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
