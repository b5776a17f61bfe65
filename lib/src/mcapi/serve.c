/* The work of a node while its program waits for anything: it receives notes of other nodes, begins requests that had
 * to wait, and drops messages that can no longer be received. The engine calls it whenever it makes progress.
 */
#include "mcapi_internal.h"

#include "mcapi/armed.h"

/* Begins to receive a note, which is complete at once unless it was sent without credit. A message that can no longer
 * be received is received into 0 bytes, so that its credit is returned, or its sender is told. */
void weft_mcapi_take(struct weft_mcapi_letter *letter, struct weft_message *message, bool is_note)
{
    if (!is_note && !message->data && weft_is_self(message->envelope.rank)) {
        weft_find_waiting(WEFT_SEND_AWAIT, message->cookie)->total = 0;
    }
    letter->note.what = WEFT_MCAPI_NOTHING;
    letter->reading = true;
    weft_message_unlink(message);
    weft_receive_message(&letter->engine, &letter->note, NULL, is_note ? sizeof letter->note : 0, message);
}

/* Is there an endpoint that can receive this message? A closed channel receives nothing more. */
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

static bool look_at(struct weft_message *message)
{
    const struct weft_envelope *const envelope = &message->envelope;
    struct weft_mcapi_letter *const told = &weft_mcapi.told;
    struct weft_mcapi_letter *const asked = &weft_mcapi.asked;
    if (envelope->context == WEFT_MCAPI_ASK) {
        const bool can = !asked->reading && asked->engine.phase == WEFT_DONE;
        if (can) {
            weft_mcapi_take(asked, message, true);
            weft_mcapi_answer();
        }
        return can;
    }
    if (envelope->context == WEFT_MCAPI_DISCARDED) {
        return weft_mcapi_hear_discarded(message);
    }
    const bool tells = envelope->context == WEFT_MCAPI_NOTE;
    if (told->reading || (!tells && is_wanted(envelope))) {
        return false;
    }
    if (!tells && weft_mcapi_is_from_armed(envelope)) {
        weft_mcapi_armed_drop_by_engine();
    }
    weft_mcapi_take(told, message, tells);
    weft_mcapi_hear();
    return true;
}

static bool look_at_kept(void)
{
    bool moved = false;
    struct weft_node *next = weft_engine.kept.first;
    while (next) {
        struct weft_message *const message = (struct weft_message *)next;
        next = next->next;
        moved |= look_at(message);
    }
    return moved;
}

static bool try(struct weft_mcapi_request *request)
{
    switch (request->kind) {
    case WEFT_MCAPI_RECEIVE_MESSAGE:
        return weft_mcapi_try_message(request);
    case WEFT_MCAPI_RECEIVE_PACKET:
        return weft_mcapi_try_packet(request);
#if WEFT_MCAPI_HAS_ARMED
    case WEFT_MCAPI_SEND_PACKET:
        return weft_mcapi_armed_try(request);
#endif
    case WEFT_MCAPI_AWAIT_SCALAR:
        return weft_mcapi_try_scalar(request);
    default:
        return weft_mcapi_try_open(request);
    }
}

bool weft_mcapi_serve(void)
{
    bool moved = weft_mcapi_hear();
    weft_mcapi_armed_drop_if_closed();
    moved |= weft_mcapi_answer();
    moved |= look_at_kept();
    moved |= weft_mcapi_tell_news();
    struct weft_node *next = weft_mcapi_waiting.first;
    while (next) {
        struct weft_mcapi_request *const request = (struct weft_mcapi_request *)next;
        next = next->next;
        moved |= try(request);
    }
    weft_mcapi_set_quiet(!weft_engine.kept.first && !weft_mcapi_waiting.first);
    return moved;
}
