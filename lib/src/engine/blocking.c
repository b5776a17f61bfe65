/* Messages of callers who wait for them, of ranks that are known: large ones in a straight line (straight.h). */
#include "engine/straight.h"

/* Through the engine from the start: small messages, and those that meet others under way. */
__attribute__((noinline)) static int send_any(const void *buffer, const struct weft_envelope *envelope)
{
    struct weft_request request;
    weft_send_start(&request, buffer, NULL, envelope, false);
    if (request.phase != WEFT_DONE && weft_is_self(envelope->rank)) {
        weft_send_withdraw(&request);
        return 1;
    }
    weft_wait(&request);
    return 0;
}

void weft_send_large(const void *buffer, int32_t rank, int32_t tag, uint32_t context, uint32_t length)
{
    const struct weft_envelope envelope = {rank, tag, context, length};
    if (WEFT_SMALL || !weft_is_quiet()) {
        send_any(buffer, &envelope);
    } else {
        send_straight(buffer, &envelope);
    }
}

int weft_send(const void *buffer, int32_t rank, int32_t tag, uint32_t context, uint32_t length)
{
    if (!WEFT_SMALL && length > WEFT_LINK_BLOCK && rank != weft_self()->rank) {
        weft_send_large(buffer, rank, tag, context, length);
        return 0;
    }
    const struct weft_envelope envelope = {rank, tag, context, length};
    return send_any(buffer, &envelope);
}

/* What comes is an RTS from the right rank: answers it if it is for the right message. */
static void receive_after_rts(struct weft_request *request)
{
    weft_link_take(&weft_engine.heard);
    const struct weft_rts *const said = &weft_engine.heard.rts;
    const struct weft_envelope envelope = {request->envelope.rank, said->tag, said->context, said->length};
    if (!weft_matches(&request->envelope, &envelope)) {
        keep_rts(&envelope, said->cookie);
        join(request, WEFT_RECEIVE_MATCH, 0);
        return;
    }
    answer_rts(request, &envelope);
}

/* Is what comes the RTS of the right message, and one word, and is there room for all of that? Then takes it. */
static inline bool receive_awaited(struct weft_request *request, weft_word head)
{
    const struct weft_envelope *const wanted = &request->envelope;
    const weft_word length = head - word(wanted->rank, weft_label(wanted->context, (uint32_t)wanted->tag), 0);
    const struct weft_envelope message = {wanted->rank, wanted->tag, wanted->context, (uint32_t)length};
    if (length > wanted->length || !weft_may_be_short(&message)) {
        return false;
    }
    weft_link_await(request->buffer.to);
    WEFT_RECEIVED(message.rank, message.tag, message.context, 0);
    request->envelope.length = request->total = message.length;
    return true;
}

void weft_receive(struct weft_request *request, void *buffer, int32_t rank, int32_t tag, uint32_t context,
                  uint32_t length)
{
    const struct weft_envelope envelope = {rank, tag, context, length};
    if (WEFT_SMALL || length <= WEFT_LINK_BLOCK || rank == WEFT_ANY || weft_self()->peers[rank].receive_word == 0 ||
        !weft_is_quiet() || !weft_link_direct(buffer)) {
        weft_receive_start(request, buffer, NULL, &envelope);
        weft_wait(request);
        return;
    }
    request->envelope = envelope;
    weft_receive_prepare(request, buffer, NULL, length);
    const weft_word rts = word(rank, WEFT_LABEL_RTS, sizeof(struct weft_rts));
    WEFT_PROBE("receive", rank, tag, context, length);
    const weft_word head = weft_link_wait_head();
    WEFT_PROBE_HOLD("receive", rank, tag, context, length);
    if (head == rts) {
        receive_after_rts(request);
    } else if (!receive_awaited(request, head)) {
        join(request, WEFT_RECEIVE_MATCH, head);
    }
}
