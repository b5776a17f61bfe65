/* Progress: all pending requests advance whenever the rank waits for one of them. */
#include "engine/late.h"
#include "engine/state.h"

/* Tries the next step of a request in `sending`. Returns whether anything was sent. */
static bool advance(struct weft_request *request)
{
    return request->phase == WEFT_RECEIVE_CTS ? weft_receive_advance(request) : weft_send_advance(request);
}

/* Has every rank that requests are queued for refused? Only checked if the list may be very long. */
static bool have_all_refused(uint32_t refusals)
{
#if WEFT_GROWS
    return refusals == weft_engine.destinations;
#else
    (void)refusals;
    return false;
#endif
}

/* Offers the requests in `sending` to the link. After a refusal nothing more is sent to the same rank, so that messages
 * keep their order. A request whose CTS arrives meanwhile may be appended to the list; it is then reached at the end of
 * this pass. */
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

/* Sleeps until progress is possible. With nothing to send it uses the faster function, which only a message wakes and
 * which returns the request word. */
static inline weft_word sleep(bool refused)
{
    if (refused) {
        weft_link_rest();
        return 0;
    }
    return weft_link_wait_head();
}

/* Not inlined, because a probe has to be close before the code that waits, which is this call. */
__attribute__((noinline)) static void progress_or_sleep(void)
{
    if (!weft_progress()) {
        const weft_word head = sleep(weft_engine.sending.first != NULL);
        if (head != 0) {
            weft_arrive(head);
        }
    }
}

/* Two probes, since the name of a probe is constant: they tell whether the rank sleeps for a send or for a receive. The
 * probe covers weft_progress() too, because a link that polls also waits there, while it tries to send. */
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

/* Also finishes receives that have a message already, since they are in the same lists. Receives without a message are
 * not waited for. */
void weft_engine_finish_sends(void)
{
    const struct weft_node *first;
    const uint64_t since = weft_wait_begins();
    while (((first = weft_engine.sending.first) || (first = weft_engine.waiting.first)) &&
           weft_rest_in_time((const struct weft_request *)first, since)) {
    }
}
