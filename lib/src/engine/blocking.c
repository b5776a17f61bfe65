/* The rendezvous in a straight line: one large message, sent or received by a caller who waits for it, with nothing
 * else under way. Sixteen kilobytes then take little longer than the link needs for them.
 *
 * Each step knows the request word that comes next. When another comes, or the link refuses, the message becomes a
 * request of the engine in the phase that it has reached, and is waited for there.
 */
#include "engine/steps.h"

static weft_word word(int32_t rank, weft_word label, uint32_t length)
{
    return WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | (weft_word)weft_node_of(rank) << WEFT_REQUEST_SOURCE_SHIFT |
           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length;
}

/* From here on as any other request; `head`: a message that has come and was not expected, or 0. */
__attribute__((cold)) static void join(struct weft_request *request, enum weft_phase phase, weft_word head)
{
    weft_request_enter(request, phase);
    if (head != 0) {
        weft_arrive(head);
    }
    weft_wait(request);
}

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

/* Waits for the CTS, and sends all in one piece if it allows that. */
static void send_after_rts(struct weft_request *request)
{
    const struct weft_envelope envelope = request->envelope;
    const uint32_t node = weft_node_of(envelope.rank);
    const bool direct = weft_link_direct(request->buffer.from);
    const weft_word wanted = word(envelope.rank, WEFT_LABEL_CTS, sizeof(struct weft_cts));
    WEFT_PROBE("send", envelope.rank, envelope.tag, envelope.context, envelope.length);
    const weft_word head = weft_link_wait_head();
    WEFT_PROBE_HOLD("send", envelope.rank, envelope.tag, envelope.context, envelope.length);
    if (head != wanted) {
        join(request, WEFT_SEND_AWAIT, head);
        return;
    }
    weft_link_take(&weft_engine.heard);
    weft_send_cleared(request, &weft_engine.heard.cts);
    bool sent = request->total == 0; /* its receiver has no room at all, and awaits no data */
    if (direct && !sent && request->total <= request->fragment) {
        WEFT_PROBE("send", envelope.rank, envelope.tag, envelope.context, envelope.length);
        sent = weft_link_stream(node, WEFT_LABEL_DATA, request->buffer.from, request->total);
        WEFT_PROBE_HOLD("send", envelope.rank, envelope.tag, envelope.context, envelope.length);
    }
    if (!sent) {
        weft_send_data(request);
        if (request->moved < request->total) {
            join(request, WEFT_SEND_DATA, 0);
        }
    }
}

/* In line in both functions, of which a program has one: only MCAPI asks what the receiver takes. */
static inline __attribute__((always_inline)) uint32_t send_large(const void *buffer,
                                                                 const struct weft_envelope *envelope)
{
    struct weft_request request;
    if (WEFT_SMALL || !weft_is_quiet()) {
        weft_send_start(&request, buffer, NULL, envelope, false);
        weft_wait(&request);
        return request.total;
    }
    WEFT_SENT(envelope->rank, envelope->tag, envelope->context, envelope->length);
    const uint32_t cookie = ++weft_engine.cookies;
    const bool is_sent = weft_send_rts(envelope, cookie);
    request = (struct weft_request){
        .envelope = *envelope, .buffer.from = buffer, .total = envelope->length, .cookie = cookie};
    if (is_sent) {
        send_after_rts(&request);
    } else {
        join(&request, WEFT_SEND_RTS, 0);
    }
    return request.total;
}

void weft_send_large(const void *buffer, int32_t rank, int32_t tag, uint32_t context, uint32_t length)
{
    send_large(buffer, &(struct weft_envelope){rank, tag, context, length});
}

uint32_t weft_send_large_and_ask(const void *buffer, const struct weft_envelope *envelope)
{
    return send_large(buffer, envelope);
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

/* Takes the data of a message whose CTS was sent. */
static void receive_data(struct weft_request *request)
{
    const struct weft_envelope envelope = request->envelope;
    const weft_word empty = word(envelope.rank, WEFT_LABEL_DATA, 0);
    uint8_t *const to = request->buffer.to;
    uint32_t left = request->total;
    WEFT_RECEIVED(envelope.rank, envelope.tag, envelope.context, left);
    while (left > 0) {
        WEFT_PROBE("receive", envelope.rank, envelope.tag, envelope.context, envelope.length);
        const weft_word head = weft_link_wait_head();
        WEFT_PROBE_HOLD("receive", envelope.rank, envelope.tag, envelope.context, envelope.length);
        if (head - empty > left) {
            request->moved = request->total - left;
            join(request, WEFT_RECEIVE_DATA, head);
            return;
        }
        weft_link_take(to + (request->total - left));
        left -= (uint32_t)(head - empty);
        WEFT_RECEIVED(envelope.rank, envelope.tag, envelope.context, left);
    }
}

/* An RTS from the right rank for another message. */
__attribute__((cold)) static void keep_rts(const struct weft_envelope *envelope, uint32_t cookie)
{
    struct weft_message *const message = weft_rts_take();
    message->envelope = *envelope;
    message->data = NULL;
    message->cookie = cookie;
    weft_message_keep(message);
}

/* Answers the RTS that has been taken, which is of this receive's message, and takes the data. */
static inline __attribute__((always_inline)) void answer_rts(struct weft_request *request,
                                                             const struct weft_envelope *envelope)
{
    const uint32_t total = weft_smaller(envelope->length, request->envelope.length);
    const uint32_t cookie = weft_engine.heard.rts.cookie;
    const bool is_taken = weft_clear_to_send(envelope->rank, cookie, total, weft_link_piece(total), request->buffer.to);
    request->total = total;
    request->envelope = *envelope;
    request->cookie = cookie;
    if (is_taken) {
        receive_data(request);
    } else {
        join(request, WEFT_RECEIVE_CTS, 0);
    }
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

bool weft_receive_announced(void *buffer, const struct weft_envelope *wanted, uint32_t contexts,
                            struct weft_envelope *received)
{
    const int32_t rank = received->rank;
    struct weft_request request;
    weft_link_take(&weft_engine.heard);
    const struct weft_rts *const said = &weft_engine.heard.rts;
    *received = (struct weft_envelope){rank, said->tag, said->context, said->length};
    if (!weft_is_among(received, wanted, contexts)) {
        keep_rts(received, said->cookie);
        return false;
    }
    weft_receive_prepare(&request, buffer, NULL, wanted->length);
    answer_rts(&request, received);
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
    } else {
        join(request, WEFT_RECEIVE_MATCH, head);
    }
}
