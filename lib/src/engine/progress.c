/* Progress: everything under way moves while somebody waits for one of them. */
#include "engine/state.h"

bool weft_progress(void)
{
    bool moved = false;
    const uint32_t head = weft_link_head();
    if (head != 0) {
        weft_arrive(head);
        moved = true;
    }
    struct weft_request *next = weft_engine.requests;
    while (next) {
        struct weft_request *const request = next;
        next = request->next;
        moved |= weft_send_advance(request) || weft_receive_advance(request);
    }
    return moved;
}

/* Is there something that the link has refused? */
static bool is_refused(void)
{
    const struct weft_request *request = weft_engine.requests;
    while (request && (request->phase == WEFT_SEND_AWAIT || request->phase == WEFT_RECEIVE_MATCH ||
                       request->phase == WEFT_RECEIVE_DATA)) {
        request = request->next;
    }
    return request != NULL;
}

/* Sleeps until something can be moved: with nothing to send, the quicker way, which wakes by a message alone. */
static inline void rest(void)
{
    if (is_refused()) {
        weft_link_rest();
    } else {
        weft_link_wait_head();
    }
}

/* Two probes, since a probe's name is fixed: the sleeper tells what it sleeps for. */
static void rest_for(const struct weft_request *request)
{
    const struct weft_envelope envelope = request->envelope;
    if (request->phase < WEFT_RECEIVE_MATCH) {
        WEFT_PROBE("send", envelope.rank, envelope.tag, envelope.context, envelope.length);
        rest();
        WEFT_PROBE_HOLD(envelope.rank, envelope.tag, envelope.context, envelope.length);
    } else {
        WEFT_PROBE("receive", envelope.rank, envelope.tag, envelope.context, envelope.length);
        rest();
        WEFT_PROBE_HOLD(envelope.rank, envelope.tag, envelope.context, envelope.length);
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
