/* Notes: the protocol between the libraries of two nodes, which consists of statements, questions and answers.
 *
 * A question is sent from the buffer of its request, its answer from the buffer into which the question was received. A
 * question is received only once the answer to the last one has been sent; statements and answers are received into
 * another buffer and handled at once. So there is no circular wait between notes, whatever credit there is.
 */
#include "mcapi_internal.h"

/* Does at most one credit remain? The last credit is left for a message: so two nodes that both send a message before
 * they receive do not wait for each other, however many notes their libraries have sent. */
static bool takes_last_credit(int32_t node)
{
    if (!WEFT_SMALL) {
        weft_credit_collect(node);
    }
    return weft_self()->peers[node].credits <= 1;
}

static void write(struct weft_request *engine, struct weft_mcapi_note *note, int32_t node)
{
    const struct weft_envelope envelope = {
        .rank = node,
        .tag = (int32_t)weft_mcapi_port_of(note->to),
        .context = note->what >= WEFT_MCAPI_GETS ? WEFT_MCAPI_ASK : WEFT_MCAPI_NOTE,
        .length = sizeof *note,
    };
    weft_send_start(engine, note, NULL, &envelope, takes_last_credit(node));
    weft_mcapi_set_quiet(false); /* the note may be to this node itself */
}

void weft_mcapi_say(struct weft_mcapi_request *request, enum weft_mcapi_what what, mcapi_endpoint_t to,
                    mcapi_endpoint_t from)
{
    struct weft_mcapi_note *const note = &request->note;
    note->what = (uint8_t)what;
    note->node = (weft_rank)weft_self()->rank;
    note->request = request->handle;
    note->to = to;
    note->from = from;
    write(&request->engine, note, weft_mcapi_node_of(to));
}

static enum mcapi_status_codes get(struct weft_mcapi_note *note)
{
    struct weft_mcapi_endpoint *const endpoint = weft_mcapi_at_port(weft_mcapi_port_of(note->to));
    if (!endpoint) {
        weft_mcapi_nodes_add(&weft_mcapi.curious, note->node);
        return MCAPI_PENDING;
    }
    endpoint->gets = (uint8_t)(endpoint->gets + (endpoint->gets < UINT8_MAX));
    endpoint->getter = note->node;
    note->to = endpoint->handle;
    return MCAPI_SUCCESS;
}

static enum mcapi_status_codes find_answer(struct weft_mcapi_note *note)
{
    struct weft_mcapi_endpoint *const endpoint = weft_mcapi_own(note->to);
    if (note->what == WEFT_MCAPI_GETS) {
        return get(note);
    }
    if (!endpoint) {
        return MCAPI_ERR_ENDP_INVALID;
    }
    if (note->what == WEFT_MCAPI_READS) {
        note->to = weft_mcapi_read(endpoint, note->from);
        return MCAPI_SUCCESS;
    }
    return note->what == WEFT_MCAPI_JOINS ? weft_mcapi_join(endpoint, note) : weft_mcapi_reserve(endpoint, note);
}

/* Has a note been received completely? */
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
        write(&asked->engine, &asked->note, asked->note.node);
    }
    return come;
}

bool weft_mcapi_tell_news(void)
{
    struct weft_mcapi_letter *const letter = &weft_mcapi.asked;
    if (weft_mcapi_nodes_are_none(&weft_mcapi.untold) || letter->reading || letter->engine.phase != WEFT_DONE) {
        return false;
    }
    const int32_t node = weft_mcapi_nodes_take(&weft_mcapi.untold);
    letter->note.what = WEFT_MCAPI_HAS_NEW;
    letter->note.node = (weft_rank)weft_self()->rank;
    write(&letter->engine, &letter->note, node);
    return true;
}

/* Acts on an answer. An answer for which no request waits any more is ignored. */
static void take_answer(const struct weft_mcapi_note *answer)
{
    struct weft_mcapi_request *const request = weft_mcapi_request_find(answer->request);
    if (!request || request->kind != WEFT_MCAPI_ASKS || weft_mcapi_connect_on(request, answer)) {
        return;
    }
    const bool pending = answer->code == MCAPI_PENDING;
    if (pending && request->note.what == WEFT_MCAPI_GETS) {
        request->dormant = true;
    } else {
        request->note.to = answer->to;
        request->code = pending ? MCAPI_SUCCESS : answer->code; /* for a connection: see is_listed() */
    }
}

static void ask_again(int32_t node)
{
    WEFT_MCAPI_FOR_EACH_REQUEST(request)
    {
        if (request->kind == WEFT_MCAPI_ASKS && request->dormant && weft_mcapi_node_of(request->note.to) == node) {
            request->dormant = false;
            weft_mcapi_say(request, WEFT_MCAPI_GETS, request->note.to, 0);
        }
    }
}

/* Acts on a statement about an endpoint that exists. */
static void hear_of(struct weft_mcapi_endpoint *endpoint, const struct weft_mcapi_note *note)
{
    if (note->what == WEFT_MCAPI_RELEASES) {
        endpoint->gets = (uint8_t)(endpoint->gets - (endpoint->gets > 0));
    } else {
        weft_mcapi_hear_of_peer(endpoint, note);
    }
}

bool weft_mcapi_hear(void)
{
    const struct weft_mcapi_note *const note = &weft_mcapi.told.note;
    const bool come = has_come(&weft_mcapi.told);
    if (!come || note->what == WEFT_MCAPI_NOTHING) {
        return come;
    }
    struct weft_mcapi_endpoint *const endpoint = weft_mcapi_own(note->to);
    if (note->what == WEFT_MCAPI_ANSWERS) {
        take_answer(note);
    } else if (note->what == WEFT_MCAPI_HAS_NEW) {
        ask_again(note->node);
    } else if (endpoint) {
        hear_of(endpoint, note);
    }
    return true;
}
