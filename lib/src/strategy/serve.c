/* The DSP's side of calls: steps 4 to 8. */
#include "platform_calls.h"

#if WEFT_STRATEGY_CALLS

#include <weft/core.h>
#include <weft/interrupt.h>
#include <weft/plic.h>
#include <weft/timer.h>

#include "board.h"
#include "copy.h"

struct service {
    const struct strategy_server *server;
    struct weft_board *board;
    struct weft_pl320_mailbox *in, *out;
    uint32_t core;
    uint32_t served; /* requests, ever */
    uint32_t told;
};

/* The mailbox's interrupt wakes the core and is not taken. It stays pending from the moment the GPP rings until it is
 * claimed here, so that nothing is lost between looking for a request and sleeping. */
static void sleep_until_rung(const struct service *service)
{
    volatile uint32_t *const claim = weft_plic_claim(service->core);
    const uint32_t on = weft_interrupts_off();
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    const uint32_t source = *claim;
    service->in->SEND = 0;
    *claim = source;
    weft_interrupts_restore(on);
}

/* Step 5 and 6. The message may come from another program: what it asks for is looked at. */
static uint32_t run(const struct service *service, const struct weft_message *message)
{
    const struct strategy_server *const server = service->server;
    const uint32_t function = message->function;
    const uint32_t room = message->room;
    if (function >= server->count || room > server->output_bytes) {
        return WEFT_BOARD_REFUSED;
    }
    void *const block = weft_board_place(service->core, message->block);
    const uint32_t result = server->functions[function](block, message->bytes, server->output);
    const uint32_t bytes = result & ~STRATEGY_IN_PLACE;
    if (bytes > room) {
        return WEFT_BOARD_REFUSED;
    }
    if (result == bytes) {
        weft_copy(block, server->output, bytes);
    }
    return bytes;
}

/* Step 8. A mailbox that still holds an earlier word of this kind says enough: the GPP reads the list. */
static void interrupt(struct service *service, uint32_t stream)
{
    service->board->stream[service->told % WEFT_BOARD_MESSAGES] = stream;
    service->board->told = ++service->told;
    weft_pl320_send(service->out);
}

/* The flag is reset before it is looked whether to interrupt, and the GPP does it the other way round when it begins to
 * want interrupts: so one of them sees the other. */
static void serve(struct service *service, struct weft_message *message)
{
    message->result = run(service, message);
    message->done = weft_timer_cycles();
    weft_board_in_order();
    message->flag = 0;
    weft_board_in_order();
    if (message->notify != 0) {
        interrupt(service, message->stream);
    }
}

/* What the DSP answers to the GPP's first word. */
static void introduce(const struct service *service)
{
    const uint32_t channel = weft_board_channel(service->core);
    weft_pl320_open(service->out, channel, channel + 1);
    service->out->DR[0] = WEFT_BOARD_VERSION;
    service->out->DR[1] = weft_board_address(service->core, service->server->internal);
    service->out->DR[2] = service->server->internal_bytes;
    weft_pl320_send(service->out);
}

static void serve_all(struct service *service)
{
    for (;;) {
        while (service->served == service->board->requested) {
            sleep_until_rung(service);
        }
        const uint32_t request = service->board->request[service->served++ % WEFT_BOARD_MESSAGES];
        if (request == 0) {
            return;
        }
        serve(service, weft_board_place(service->core, request));
    }
}

int strategy_serve(const struct strategy_server *server)
{
    const uint32_t core = weft_core();
    struct service service = {.server = server, .in = weft_board_to(core), .out = weft_board_from(core), .core = core};
    weft_plic_route(WEFT_SOURCE_MAILBOX + weft_board_channel(core), core);
    sleep_until_rung(&service);
    const uint32_t version = service.in->DR[0];
    service.board = weft_board_place(core, service.in->DR[1]);
    introduce(&service);
    if (version != WEFT_BOARD_VERSION) {
        return STRATEGY_ERR_VERSION;
    }
    serve_all(&service);
    weft_pl320_close(service.out);
    return 0;
}

#endif
