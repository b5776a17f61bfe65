/* The DSP's side of calls: steps 4 to 8. */
#include <weft/strategy_platform.h>

#if WEFT_STRATEGY_CALLS

#include <weft/core.h>
#include <weft/timer.h>

#include "arch/copy.h"
#include "call_queue.h"

struct service {
    const struct strategy_server *server;
    struct weft_call_queue *queue;
    weft_line line;
    uint32_t core;
    uint32_t served; /* number of requests served so far */
    uint32_t told;
};

/* Steps 5 and 6. The message may come from another program, so its fields are checked. */
static uint32_t run(const struct service *service, const struct weft_message *message)
{
    const struct strategy_server *const server = service->server;
    const uint32_t function = message->function;
    const uint32_t room = message->room;
    if (function >= server->count || room > server->output_bytes) {
        return WEFT_CALL_REFUSED;
    }
    void *const block = weft_line_place(service->core, message->block);
    const uint32_t result = server->functions[function](block, message->bytes, server->output);
    const uint32_t bytes = result & ~STRATEGY_IN_PLACE;
    if (bytes > room) {
        return WEFT_CALL_REFUSED;
    }
    if (result == bytes) {
        weft_copy(block, server->output, bytes);
    }
    return bytes;
}

/* Step 8. If the mailbox still holds an earlier word, no other is needed: the GPP will read the list. */
static void interrupt(struct service *service, uint32_t stream)
{
    service->queue->stream[service->told % WEFT_CALL_QUEUE_MESSAGES] = stream;
    service->queue->told = ++service->told;
    weft_line_tell(service->line);
}

/* The DSP resets the flag, then reads `notify`. When the GPP begins to want interrupts, it sets `notify`, then reads
 * the flag. With the fences in between, at least one of them sees the other's write. */
static void serve(struct service *service, struct weft_message *message)
{
    message->result = run(service, message);
    message->done = weft_timer_cycles();
    weft_line_in_order();
    message->flag = 0;
    weft_line_in_order();
    if (message->notify != 0) {
        interrupt(service, message->stream);
    }
}

/* Answers the GPP's first words. */
static void introduce(const struct service *service)
{
    uint32_t bytes = service->server->internal_bytes;
    const uint32_t internal = weft_line_offer(service->core, service->server->internal, &bytes);
    weft_line_reply(service->line, service->core, WEFT_CALL_QUEUE_VERSION, internal, bytes);
}

static void serve_all(struct service *service)
{
    for (;;) {
        while (service->served == service->queue->requested) {
            weft_line_sleep(service->line, service->core);
        }
        const uint32_t request = service->queue->request[service->served++ % WEFT_CALL_QUEUE_MESSAGES];
        if (request == 0) {
            return;
        }
        serve(service, weft_line_place(service->core, request));
    }
}

int strategy_serve(const struct strategy_server *server)
{
    const uint32_t core = weft_core();
    struct service service = {.server = server, .line = weft_line_of(core), .core = core};
    weft_line_listen(core);
    weft_line_sleep(service.line, core);
    const uint32_t version = weft_line_called(service.line)[0];
    service.queue = weft_line_place(core, weft_line_called(service.line)[1]);
    introduce(&service);
    if (version != WEFT_CALL_QUEUE_VERSION) {
        return STRATEGY_ERR_VERSION;
    }
    serve_all(&service);
    weft_line_close(service.line);
    return 0;
}

#endif
