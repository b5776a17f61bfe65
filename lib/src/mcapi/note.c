/* Notes: what the libraries of two nodes tell and ask each other.
 *
 * A question is sent from the request that it belongs to, its answer from the place where the question was read. A
 * question is read only where the answer to the last one is on its way; what is told, answers among it, is read and
 * done with at once. So no note waits for a note that waits for it, whatever credit there is.
 */
#include "mcapi_internal.h"

void weft_mcapi_write(struct weft_request *engine, struct weft_mcapi_note *note, int32_t node, uint32_t context)
{
    const struct weft_envelope envelope = {
        .rank = node,
        .tag = (int32_t)weft_mcapi_port_of(note->to),
        .context = context,
        .length = sizeof *note,
    };
    weft_send_start(engine, note, NULL, &envelope, false);
    weft_mcapi_quiet = false; /* it may be to this node itself */
}

void weft_mcapi_ask(struct weft_mcapi_request *request)
{
    struct weft_mcapi_note *const note = &request->note;
    note->node = (uint8_t)weft_self()->rank;
    note->request = request->handle;
    weft_mcapi_write(&request->engine, note, weft_mcapi_node_of(note->to), WEFT_MCAPI_ASK);
}

enum mcapi_status_codes weft_mcapi_ask_and_wait(struct weft_mcapi_request *request, mcapi_timeout_t timeout)
{
    static WEFT_PER_RANK mcapi_request_t last;
    last = weft_mcapi_request_name(last, WEFT_MCAPI_REQUESTS);
    request->handle = last;
    weft_mcapi.own = request;
    weft_mcapi_ask(request);
    const enum mcapi_status_codes code = weft_mcapi_await(request, timeout, NULL);
    weft_mcapi.own = NULL;
    return code;
}

static enum mcapi_status_codes get(struct weft_mcapi_note *note)
{
    struct weft_mcapi_endpoint *const endpoint = weft_mcapi_at_port(weft_mcapi_port_of(note->to));
    if (!endpoint) {
        weft_mcapi.curious |= (weft_mcapi_nodes)1 << note->node;
        return MCAPI_PENDING;
    }
    endpoint->gets = (uint8_t)(endpoint->gets + (endpoint->gets < UINT8_MAX));
    endpoint->getter = note->node;
    note->to = endpoint->handle;
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes read(struct weft_mcapi_note *note)
{
    const struct weft_mcapi_endpoint *const endpoint = weft_mcapi_own(note->to);
    return endpoint ? weft_mcapi_read(endpoint, note->from, &note->to) : MCAPI_ERR_ENDP_INVALID;
}

static enum mcapi_status_codes find_answer(struct weft_mcapi_note *note)
{
    switch (note->what) {
    case WEFT_MCAPI_GETS:
        return get(note);
    case WEFT_MCAPI_READS:
        return read(note);
    case WEFT_MCAPI_RESERVES:
        return weft_mcapi_reserve(note);
    case WEFT_MCAPI_ATTACHES:
        return weft_mcapi_attach(note);
    default:
        return weft_mcapi_join(note);
    }
}

/* Whether a note is being read and has come whole. */
static bool has_come(struct weft_mcapi_letter *letter)
{
    const bool come = letter->reading && letter->engine.phase == WEFT_DONE;
    letter->reading &= !come;
    return come;
}

bool weft_mcapi_answer(void)
{
    struct weft_mcapi_letter *const asked = &weft_mcapi.asked;
    const bool come = has_come(asked);
    if (come) {
        asked->note.code = (uint8_t)find_answer(&asked->note);
        asked->note.what = WEFT_MCAPI_ANSWERS;
        weft_mcapi_write(&asked->engine, &asked->note, asked->note.node, WEFT_MCAPI_NOTE);
    }
    return come;
}

bool weft_mcapi_tell_news(void)
{
    struct weft_mcapi_letter *const letter = &weft_mcapi.asked;
    if (weft_mcapi.untold == 0 || letter->reading || letter->engine.phase != WEFT_DONE) {
        return false;
    }
    int32_t node = 0;
    while ((weft_mcapi.untold >> node & 1) == 0) {
        node++;
    }
    weft_mcapi.untold &= ~((weft_mcapi_nodes)1 << node);
    letter->note = (struct weft_mcapi_note){.what = WEFT_MCAPI_HAS_NEW, .node = (uint8_t)weft_self()->rank};
    weft_mcapi_write(&letter->engine, &letter->note, node, WEFT_MCAPI_NOTE);
    return true;
}

/* An answer that nobody waits for any more changes nothing. */
static void take_answer(const struct weft_mcapi_note *answer)
{
    struct weft_mcapi_request *const request = weft_mcapi_request_find(answer->request);
    if (!request || request->kind != WEFT_MCAPI_ASKS || weft_mcapi_connect_on(request, answer)) {
        return;
    }
    const bool pending = answer->code == MCAPI_PENDING;
    request->dormant = pending && request->note.what == WEFT_MCAPI_GETS;
    if (!request->dormant) {
        request->note.to = answer->to;
        request->code = pending ? MCAPI_SUCCESS : answer->code; /* of a connection: see reserve_again() */
    }
}

static void wake(struct weft_mcapi_request *request, int32_t node)
{
    if (request && request->kind == WEFT_MCAPI_ASKS && request->dormant &&
        weft_mcapi_node_of(request->note.to) == node) {
        request->dormant = false;
        weft_mcapi_ask(request);
    }
}

static void ask_again(int32_t node)
{
    wake(weft_mcapi.own, node);
    for (uint32_t i = 0; i < WEFT_MCAPI_REQUESTS; i++) {
        wake(&weft_mcapi.requests[i], node);
    }
}

static void release(const struct weft_mcapi_note *note)
{
    struct weft_mcapi_endpoint *const endpoint = weft_mcapi_own(note->to);
    if (endpoint && endpoint->gets > 0) {
        endpoint->gets--;
    }
}

bool weft_mcapi_hear(void)
{
    const struct weft_mcapi_note *const note = &weft_mcapi.told.note;
    if (!has_come(&weft_mcapi.told)) {
        return false;
    }
    switch (note->what) {
    case WEFT_MCAPI_ANSWERS:
        take_answer(note);
        break;
    case WEFT_MCAPI_RELEASES:
        release(note);
        break;
    case WEFT_MCAPI_HAS_NEW:
        ask_again(note->node);
        break;
    case WEFT_MCAPI_OPENS:
    case WEFT_MCAPI_CLOSES:
        weft_mcapi_hear_of_peer(note);
        break;
    default:
        break;
    }
    return true;
}
