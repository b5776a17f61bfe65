/* Progress: everything under way moves while somebody waits for one of them. */
#include "engine/late.h"
#include "engine/state.h"

static bool advance(struct weft_request *request)
{
    return request->phase == WEFT_RECEIVE_CTS ? weft_receive_advance(request) : weft_send_advance(request);
}

/* Has every rank that something is to be sent to refused? Only where the list may be very long is it worth asking. */
static bool have_all_refused(uint32_t refusals)
{
#if WEFT_GROWS
    return refusals == weft_engine.destinations;
#else
    (void)refusals;
    return false;
#endif
}

/* Offers the link what is to be sent. Behind what it refuses nothing goes to the same rank: messages keep their order.
 * A message whose CTS has come may end in the list of what is sent; it is met again at the end of this round. */
static bool advance_all(void)
{
    bool refused[WEFT_PEERS] = {false};
    bool moved = false;
    uint32_t refusals = 0;
    struct weft_node *next = weft_engine.sending.first;
    while (next && !(refusals > 0 && have_all_refused(refusals))) {
        struct weft_request *const request = (struct weft_request *)next;
        bool *const before = &refused[request->envelope.rank];
        next = next->next;
        if (!*before) {
            moved |= advance(request);
            *before = request->phase >= WEFT_SEND_BLOCK;
            refusals += *before;
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
    const bool moved = (weft_engine.sending.first && advance_all()) || head != 0;
    return (weft_engine.also && weft_engine.also()) || moved;
}

void weft_progress_also(bool (*operation)(void))
{
    if (!WEFT_SMALL && !weft_engine.also != !operation) {
        weft_hold_receive_windows(operation ? 1 : -1);
    }
    weft_engine.also = operation;
}

static bool is_send(const struct weft_request *request)
{
    return request->phase == WEFT_SEND_AWAIT || request->phase == WEFT_SEND_BLOCK || request->phase == WEFT_SEND_RTS ||
           request->phase == WEFT_SEND_DATA;
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

/* No part of its caller, where a probe must stand shortly before what waits: this. */
__attribute__((noinline)) static void progress_or_sleep(void)
{
    if (!weft_progress()) {
        const weft_word head = sleep(weft_engine.sending.first != NULL);
        if (head != 0) {
            weft_arrive(head);
        }
    }
}

/* Two probes, since a probe's name is fixed: the sleeper tells what it sleeps for. A link that polls waits in
 * weft_progress() as well, while it tries to send. */
void weft_progress_or_rest(const struct weft_request *request)
{
    const struct weft_envelope *of = &request->envelope;
    const bool sends = is_send(request);
    WEFT_PROBE_KEEP(of);
    if (sends) {
        WEFT_PROBE("send", of->rank, of->tag, of->context, of->length);
        progress_or_sleep();
        WEFT_PROBE_HOLD("send", of->rank, of->tag, of->context, of->length);
    } else {
        WEFT_PROBE("receive", of->rank, of->tag, of->context, of->length);
        progress_or_sleep();
        WEFT_PROBE_HOLD("receive", of->rank, of->tag, of->context, of->length);
    }
}

void weft_wait(struct weft_request *request)
{
#if WEFT_TIMEOUT > 0
    weft_wait_in_time(request);
#else
    while (request->phase != WEFT_DONE) {
        weft_progress_or_rest(request);
    }
#endif
}

/* What has a message already is finished with the sends; receives without one are nobody's business here. */
void weft_engine_finish_sends(void)
{
    const struct weft_node *first;
    const uint64_t since = weft_wait_begins();
    while (((first = weft_engine.sending.first) || (first = weft_engine.waiting.first)) &&
           weft_rest_in_time((const struct weft_request *)first, since)) {
    }
}
