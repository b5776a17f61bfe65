/* Progress: everything under way moves while somebody waits for one of them. */
#include "engine/state.h"

static bool advance(struct weft_request *request)
{
    return request->phase == WEFT_RECEIVE_GRANT ? weft_receive_advance(request) : weft_send_advance(request);
}

/* Offers the link what is to be sent. */
static bool advance_all(void)
{
    bool moved = false;
    struct weft_request *next = weft_engine.requests;
    while (next) {
        struct weft_request *const request = next;
        next = request->next;
        if (weft_needs_link(request)) {
            moved |= advance(request);
        }
    }
    return moved;
}

bool weft_progress(void)
{
    const weft_word head = weft_link_head();
    if (head != 0) {
        weft_arrive(head);
    }
    return advance_all() || head != 0;
}

/* Is there something that the link has refused? */
static bool is_refused(void)
{
    const struct weft_request *request = weft_engine.requests;
    while (request && !weft_needs_link(request)) {
        request = request->next;
    }
    return request != NULL;
}

static bool is_send(const struct weft_request *request)
{
    return request->phase == WEFT_SEND_AWAIT || request->phase == WEFT_SEND_BLOCK ||
           request->phase == WEFT_SEND_ANNOUNCE || request->phase == WEFT_SEND_DATA;
}

/* Sleeps until something can be moved: with nothing to send, the quicker way, which wakes by a message alone and
 * returns its request word. */
static inline weft_word sleep(bool refused)
{
    if (refused) {
        weft_link_rest();
        return 0;
    }
    return weft_link_wait_head();
}

/* Two probes, since a probe's name is fixed: the sleeper tells what it sleeps for. */
static void rest_for(const struct weft_request *request)
{
    const struct weft_envelope envelope = request->envelope;
    const bool refused = is_refused();
    weft_word head;
    if (is_send(request)) {
        WEFT_PROBE("send", envelope.rank, envelope.tag, envelope.context, envelope.length);
        head = sleep(refused);
        WEFT_PROBE_HOLD("send", envelope.rank, envelope.tag, envelope.context, envelope.length);
    } else {
        WEFT_PROBE("receive", envelope.rank, envelope.tag, envelope.context, envelope.length);
        head = sleep(refused);
        WEFT_PROBE_HOLD("receive", envelope.rank, envelope.tag, envelope.context, envelope.length);
    }
    if (head != 0) {
        weft_arrive(head);
    }
}

void weft_wait(struct weft_request *request)
{
    while (request->phase != WEFT_DONE) {
        if (!weft_progress()) {
            rest_for(request);
        }
    }
}
