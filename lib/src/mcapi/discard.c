/* mcapi_finalize(): outstanding operations are discarded (MCAPI 2.000, section 4.1.2), and no other node waits for
 * them.
 *
 *     a request that has matched nothing   is withdrawn
 *     a send whose RTS the receiver has    is discarded by notice: the receiver asks for 0 bytes or fails its receive
 *     a transfer whose CTS has gone out    is finished
 *     messages that have arrived           are received into 0 bytes: their senders get MCAPI_ERR_TRANSMISSION
 */
#include "mcapi_internal.h"

#include "mcapi/armed.h"

/* Invalidates the handle of a request. */
static void disown(struct weft_mcapi_request *request)
{
    request->handle += 1u << WEFT_MCAPI_PLACE_BITS;
    request->out = NULL;
    request->kind = WEFT_MCAPI_LEFT_OVER;
}

void weft_mcapi_discard(struct weft_mcapi_request *request)
{
    if (weft_mcapi_is_held_back(request)) {
        weft_mcapi_leave(request);
        request->engine.phase = WEFT_DONE;
    } else if (request->kind == WEFT_MCAPI_SEND && !weft_is_self(request->engine.envelope.rank)) {
        weft_send_discard(&request->engine, WEFT_MCAPI_DISCARDED);
    } else if (request->kind > WEFT_MCAPI_ENDED && weft_mcapi_withdraw(request)) {
        request->engine.phase = WEFT_DONE;
    }
    if (request->kind != WEFT_MCAPI_UNUSED) {
        disown(request);
    }
}

/* Returns a transfer that must be finished, or a note that is being sent; or null. */
static const struct weft_request *find_unfinished(void)
{
    const struct weft_node *node = weft_engine.sending.first ? weft_engine.sending.first : weft_engine.waiting.first;
    while (node && weft_send_is_discarded((const struct weft_request *)node)) {
        node = node->next;
    }
    return (const struct weft_request *)node;
}

/* Without endpoints, weft_mcapi_serve() drops every message that arrives. */
void weft_mcapi_discard_all(void)
{
    const struct weft_request *unfinished = NULL;
    WEFT_MCAPI_FOR_EACH_REQUEST(request)
    {
        weft_mcapi_discard(request);
    }
    for (uint32_t i = 0; i < WEFT_MCAPI_ENDPOINTS; i++) {
        weft_mcapi_endpoints[i].handle = 0;
    }
    while (weft_progress() || (unfinished = find_unfinished()) != NULL) {
        if (unfinished) {
            weft_progress_or_rest(unfinished);
            unfinished = NULL;
        }
    }
    weft_mcapi_armed_drop();
    weft_mcapi_packet_free_all();
}

/* Fails a receive whose sender has discarded its message. If its CTS has not been sent yet, it will ask for 0 bytes. */
static void fail(struct weft_mcapi_request *request)
{
    request->engine.total = 0;
    if (request->engine.phase == WEFT_RECEIVE_DATA) {
        weft_receive_give_up(&request->engine);
    }
    request->code = MCAPI_ERR_TRANSMISSION;
    if (request->kind == WEFT_MCAPI_RECEIVE_PACKET) {
        weft_mcapi_packet_free(request->receive.buffer);
    }
}

static struct weft_message *find_rts(const struct weft_message *notice)
{
    struct weft_message *message = (struct weft_message *)weft_engine.kept.first;
    while (message->data || message->cookie != notice->cookie || message->envelope.rank != notice->envelope.rank) {
        message = (struct weft_message *)message->node.next;
    }
    return message;
}

/* The notice looks like the RTS, and comes after it in the queue; so if the RTS was received already, the search finds
 * the notice itself. */
bool weft_mcapi_hear_discarded(struct weft_message *notice)
{
    struct weft_message *const rts = find_rts(notice);
    if (rts != notice && weft_mcapi.told.reading) {
        return false;
    }
    WEFT_MCAPI_FOR_EACH_REQUEST(request)
    {
        const struct weft_request *const engine = &request->engine;
        const bool receives = engine->phase == WEFT_RECEIVE_DATA || engine->phase == WEFT_RECEIVE_CTS;
        if (receives && engine->cookie == notice->cookie && engine->envelope.rank == notice->envelope.rank) {
            fail(request);
        }
    }
    if (rts != notice) {
        weft_mcapi_take(&weft_mcapi.told, rts, false);
        weft_mcapi_hear();
    }
    weft_message_unlink(notice);
    weft_message_free(notice);
    return true;
}
