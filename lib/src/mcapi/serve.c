/* What a node does while its program waits for anything: it reads notes of other nodes, lets requests begin that had
 * to wait, and drops messages that nobody can receive any more. The engine calls this with each progress.
 */
#include "mcapi_internal.h"

/* Reads a note; when it has come whole, acts on it. Only without credit is there more to wait for. */
static void read_note(struct weft_message *message)
{
    struct weft_mcapi_letter *const in = &weft_mcapi.in;
    weft_message_unlink(message);
    weft_mcapi.reading = true;
    weft_receive_message(&in->engine, &in->note, NULL, sizeof in->note, message);
}

/* What nobody can receive is received without room: so its credit goes back, or its sender hears of it. */
static void drop(struct weft_message *message)
{
    weft_mcapi.in.note.what = WEFT_MCAPI_NOTHING;
    weft_mcapi.reading = true;
    weft_message_unlink(message);
    weft_receive_message(&weft_mcapi.in.engine, NULL, NULL, 0, message);
}

/* Is there an endpoint that can receive what has come? A closed channel receives nothing more. */
static bool is_wanted(const struct weft_envelope *envelope)
{
    const struct weft_mcapi_endpoint *const endpoint = weft_mcapi_at_port((uint32_t)envelope->tag);
    const uint32_t state = endpoint ? endpoint->state : 0;
    const uint32_t receives = WEFT_MCAPI_CONNECTED | WEFT_MCAPI_RECEIVES;
    if (envelope->context == WEFT_MCAPI_CHANNEL) {
        return (state & (receives | WEFT_MCAPI_CLOSED)) == receives;
    }
    return endpoint && (state & WEFT_MCAPI_CONNECTED) == 0;
}

/* Notes of those who ask for an endpoint stay until it is there. */
static bool look_at(struct weft_message *message)
{
    const struct weft_envelope *const envelope = &message->envelope;
    const bool asks = envelope->context == WEFT_MCAPI_GET;
    if (envelope->context == WEFT_MCAPI_NOTE || (asks && weft_mcapi_at_port((uint32_t)envelope->tag))) {
        read_note(message);
    } else if (!asks && !is_wanted(envelope)) {
        drop(message);
    } else {
        return false;
    }
    return true;
}

/* One at a time: what it says may have to be answered. */
static bool read_notes(void)
{
    bool moved = false;
    struct weft_node *node = weft_engine.kept.first;
    while (node && weft_mcapi_can_write()) {
        struct weft_message *const message = (struct weft_message *)node;
        node = node->next;
        if (look_at(message)) {
            moved = true;
            weft_mcapi_act();
        }
    }
    return moved;
}

static bool ask(struct weft_mcapi_request *request)
{
    if (!weft_mcapi_can_write()) {
        return false;
    }
    weft_mcapi_leave(request);
    weft_mcapi.out.note = (struct weft_mcapi_note){.kind = (uint8_t)request->result,
                                                   .node = (uint8_t)weft_self()->rank,
                                                   .request = weft_mcapi_request_handle(request),
                                                   .to = request->to,
                                                   .from = request->from};
    weft_mcapi_write(weft_mcapi_node_of(request->to), (enum weft_mcapi_what)request->first);
    return true;
}

static bool try(struct weft_mcapi_request *request)
{
    switch (request->kind) {
    case WEFT_MCAPI_RECEIVE_MESSAGE:
        return weft_mcapi_try_message(request);
    case WEFT_MCAPI_RECEIVE_PACKET:
        return weft_mcapi_try_packet(request);
    case WEFT_MCAPI_AWAIT_SCALAR:
        return weft_mcapi_try_scalar(request);
    case WEFT_MCAPI_ASK:
        return ask(request);
    case WEFT_MCAPI_OPENS_CHANNEL:
        return weft_mcapi_try_open(request);
    default:
        return weft_mcapi_try_close(request);
    }
}

bool weft_mcapi_serve(void)
{
    bool moved = weft_mcapi_act();
    moved |= read_notes();
    struct weft_node *next = weft_mcapi.waiting.first;
    while (next) {
        struct weft_mcapi_request *const request = (struct weft_mcapi_request *)next;
        next = next->next;
        moved |= try(request);
    }
    return moved;
}
