/* Notes: what the libraries of two nodes tell each other. One is written and one is read at a time; who has more to
 * say waits.
 */
#include "mcapi_internal.h"

bool weft_mcapi_can_write(void)
{
    return !weft_mcapi.reading && weft_mcapi.out.engine.phase == WEFT_DONE;
}

void weft_mcapi_write(int32_t node, enum weft_mcapi_what what)
{
    struct weft_mcapi_letter *const out = &weft_mcapi.out;
    const bool asks = what == WEFT_MCAPI_ASKS;
    const struct weft_envelope envelope = {
        .rank = node,
        .tag = asks ? (int32_t)weft_mcapi_port_of(out->note.to) : 0,
        .context = asks ? WEFT_MCAPI_GET : WEFT_MCAPI_NOTE,
        .length = sizeof out->note,
    };
    out->note.what = (uint8_t)what;
    weft_send_start(&out->engine, &out->note, NULL, &envelope, false);
}

static void answer(enum weft_mcapi_what what, enum mcapi_status_codes code, uint32_t value)
{
    const struct weft_mcapi_note *const note = &weft_mcapi.in.note;
    weft_mcapi.out.note = *note;
    weft_mcapi.out.note.code = (uint8_t)code;
    weft_mcapi.out.note.to = value;
    weft_mcapi_write(note->node, what);
}

/* The library can count so many. */
#define MOST_GETS UINT8_MAX

static void answer_get(const struct weft_mcapi_note *note)
{
    struct weft_mcapi_endpoint *const endpoint = weft_mcapi_at_port(weft_mcapi_port_of(note->to));
    if (!endpoint) {
        answer(WEFT_MCAPI_HAS, MCAPI_ERR_ENDP_DELETED, 0);
        return;
    }
    const bool may = endpoint->gets < MOST_GETS;
    endpoint->gets = (uint8_t)(endpoint->gets + may);
    endpoint->getter = note->node;
    answer(WEFT_MCAPI_HAS, may ? MCAPI_SUCCESS : MCAPI_ERR_ENDP_GET_LIMIT, endpoint->handle);
}

static void answer_read(const struct weft_mcapi_note *note)
{
    const struct weft_mcapi_endpoint *const endpoint = weft_mcapi_own(note->to);
    uint32_t value = 0;
    const enum mcapi_status_codes code =
        endpoint ? weft_mcapi_read(endpoint, note->from, &value) : MCAPI_ERR_ENDP_INVALID;
    answer(WEFT_MCAPI_HAS_READ, code, value);
}

static void release(const struct weft_mcapi_note *note)
{
    struct weft_mcapi_endpoint *const endpoint = weft_mcapi_own(note->to);
    if (endpoint && endpoint->gets > 0) {
        endpoint->gets--;
    }
}

/* Nobody waits for the answer any more: what was got so is released. */
static void take_answer(const struct weft_mcapi_note *note)
{
    struct weft_mcapi_request *const request = weft_mcapi_request_find(note->request);
    if (request && request->kind == WEFT_MCAPI_ASK) {
        request->result = note->to;
        weft_mcapi_end(request, (enum mcapi_status_codes)note->code);
    } else if (note->what == WEFT_MCAPI_HAS && note->code == MCAPI_SUCCESS) {
        weft_mcapi.out.note = *note;
        weft_mcapi_write(weft_mcapi_node_of(note->to), WEFT_MCAPI_RELEASES);
    }
}

bool weft_mcapi_act(void)
{
    struct weft_mcapi_note *const note = &weft_mcapi.in.note;
    if (!weft_mcapi.reading || weft_mcapi.in.engine.phase != WEFT_DONE) {
        return false;
    }
    weft_mcapi.reading = false;
    switch (note->what) {
    case WEFT_MCAPI_ASKS:
        answer_get(note);
        break;
    case WEFT_MCAPI_READS:
        answer_read(note);
        break;
    case WEFT_MCAPI_RELEASES:
        release(note);
        break;
    case WEFT_MCAPI_HAS:
    case WEFT_MCAPI_HAS_READ:
    case WEFT_MCAPI_HAS_CONNECTED:
        take_answer(note);
        break;
    default:
        weft_mcapi_act_on_channel(note);
    }
    return true;
}
