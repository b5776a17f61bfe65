/* The sender's side: eager, rendezvous, and to oneself. */
#include "engine/late.h"
#include "engine/steps.h"

static uint8_t *outgoing(void)
{
    return (uint8_t *)weft_store.outgoing;
}

/* May one more block be sent to a rank that may not have received the last ones? Where memory grows, the receiver keeps
 * any number, and only the fast path needs credit. */
static bool may_send_block(int32_t rank)
{
    return weft_credit_spend(rank) || WEFT_GROWS;
}

static uint32_t node_of(const struct weft_request *request)
{
    return weft_node_of(request->envelope.rank);
}

/* Messages to this rank itself that have gone by the link come first. */
static void take_earlier(void)
{
    weft_word head;
    while (WEFT_LINK_HAS_SEND_LIMIT && (head = weft_link_head()) != 0) {
        weft_arrive(head);
    }
}

/* A message of this rank to itself becomes one of the unexpected queue: with its data if they are few, otherwise they
 * wait at the send. */
__attribute__((cold)) static struct weft_message *message_to_self(struct weft_request *request, bool synchronous)
{
    const struct weft_envelope *const envelope = &request->envelope;
    struct weft_message *message;
    take_earlier();
    if (!synchronous && envelope->length <= WEFT_LINK_EAGER && may_send_block(envelope->rank)) {
        struct weft_slot *const slot = weft_slot_for(envelope->length);
        message = &slot->message;
        message->data = slot->block.words;
        weft_move(request, 0, slot->block.words, envelope->length, false);
    } else {
        message = weft_rts_take();
        message->data = NULL;
        message->cookie = request->cookie;
        weft_request_enter(request, WEFT_SEND_AWAIT);
    }
    message->envelope = *envelope;
    return message;
}

/* The message is the last that was kept: an element begins with its link to the next. */
void weft_send_withdraw(struct weft_request *request)
{
    struct weft_message *const message = (struct weft_message *)weft_engine.kept.end;
    weft_message_unlink(message);
    weft_message_free(message);
    weft_request_leave(request);
}

/* More than any number of bytes to move: nothing remains to be sent. */
#define DISCARDED ((weft_length)-1)

bool weft_send_is_discarded(const struct weft_request *request)
{
    return request->phase == WEFT_SEND_AWAIT && request->moved == DISCARDED;
}

/* The CTS may come while the link refuses the notice; the receiver waits for data then, and needs the notice as well.
 */
static void give_notice(struct weft_request *request, uint32_t notice)
{
    const struct weft_envelope envelope = {.rank = request->envelope.rank, .tag = 0, .context = notice, .length = 0};
    request->moved = DISCARDED;
    while (!weft_send_rts(&envelope, request->cookie)) {
        weft_progress_or_rest(request);
    }
}

void weft_send_discard(struct weft_request *request, uint32_t notice)
{
    const int32_t rank = request->envelope.rank;
    const enum weft_phase phase = request->phase;
    if (phase == WEFT_SEND_AWAIT) {
        give_notice(request, notice);
    } else if (phase == WEFT_SEND_BLOCK || phase == WEFT_SEND_RTS) {
        weft_self()->peers[rank].credits += phase == WEFT_SEND_BLOCK;
        weft_request_leave(request);
    }
}

/* The next `length` bytes where the link can read them: in place, or copied to the bounce buffer. */
static const void *reachable(const struct weft_request *request, weft_length length)
{
    if (weft_is_direct(request)) {
        return request->buffer.from + request->moved;
    }
    weft_move(request, request->moved, outgoing(), length, false);
    return outgoing();
}

/* With a plain label the data are all of it, otherwise tag and context stand in front of them. False as well where its
 * receiver would have to be told of the context's name, and the link does not take that now. */
static bool try_block(const struct weft_request *request)
{
    const struct weft_envelope *const envelope = &request->envelope;
    weft_word label = weft_label_to(envelope, false);
    uint32_t length = (uint32_t)request->total;
    const void *block;
    if (label != WEFT_LABEL_NONE) {
        block = reachable(request, length);
    } else if (weft_has_plain_label(envelope)) {
        return false;
    } else {
        struct weft_eager_head *const head = (struct weft_eager_head *)weft_store.outgoing;
        *head = (struct weft_eager_head){envelope->tag, envelope->context};
        weft_move(request, 0, head + 1, length, false);
        label = WEFT_LABEL_EAGER;
        length += (uint32_t)sizeof *head;
        block = head;
    }
    return weft_link_try_send(node_of(request), label, block, length);
}

/* Goes straight to the link when nothing waits in front. */
void weft_send_start(struct weft_request *request, const void *buffer, const struct weft_layout *layout,
                     const struct weft_envelope *envelope, bool synchronous)
{
    const int32_t rank = envelope->rank;
    weft_send_prepare(request, buffer, layout, envelope);
    WEFT_SENT(rank, envelope->tag, envelope->context, envelope->length);
    request->phase = WEFT_DONE;
    if (weft_is_self(rank)) {
        weft_deliver(message_to_self(request, synchronous));
        return;
    }
    const bool first = weft_engine.traffic[rank].queued == 0;
    const bool eager = !synchronous && weft_fits_block(envelope) && may_send_block(rank);
    if (!WEFT_SMALL && eager && first && try_block(request)) {
        return;
    }
    if (!WEFT_SMALL && !eager && first && weft_send_rts(envelope, request->cookie)) {
        weft_request_enter(request, WEFT_SEND_AWAIT);
        return;
    }
    weft_request_enter(request, eager ? WEFT_SEND_BLOCK : WEFT_SEND_RTS);
    if (WEFT_SMALL && first) {
        weft_send_advance(request);
    }
}

/* Bytes of the next piece, of at most `limit`. */
static uint32_t piece(const struct weft_request *request, uint32_t limit)
{
    const weft_length longest = weft_smaller(request->fragment, weft_link_longest(node_of(request)));
    const weft_length cleared = weft_smaller(request->total - request->moved, longest);
    return (uint32_t)weft_smaller(weft_smaller(cleared, limit), weft_is_direct(request) ? limit : WEFT_BOUNCE);
}

/* Whoever has promised to receive does not sleep in sending: two that stream to each other would wait for ever. */
bool weft_send_data(struct weft_request *request)
{
    const bool promised = weft_engine.promised > 0;
    const uint32_t node = node_of(request);
    const weft_length before = request->moved;
    bool sent = true;
    while (sent && request->moved < request->total) {
        const uint32_t length = piece(request, promised ? WEFT_LINK_OFFER : WEFT_LINK_STREAM);
        const void *const data = reachable(request, length);
        if (!promised) {
            const struct weft_envelope *const envelope = &request->envelope;
            WEFT_PROBE("send", envelope->rank, envelope->tag, envelope->context, envelope->length);
            sent = weft_link_stream(node, WEFT_LABEL_DATA, data, length);
            WEFT_PROBE_HOLD("send", envelope->rank, envelope->tag, envelope->context, envelope->length);
        } else {
            sent = weft_link_try_send(node, WEFT_LABEL_DATA, data, length);
        }
        request->moved += sent ? length : 0;
    }
    return request->moved > before;
}

bool weft_send_advance(struct weft_request *request)
{
    const enum weft_phase phase = request->phase;
    if (phase == WEFT_SEND_DATA) {
        const bool moved = weft_send_data(request);
        if (request->moved >= request->total) {
            weft_request_leave(request);
        }
        return moved;
    }
    const bool sends_rts = phase == WEFT_SEND_RTS;
    const bool taken = sends_rts ? weft_send_rts(&request->envelope, request->cookie) : try_block(request);
    if (taken) {
        weft_request_leave(request);
        if (sends_rts && !weft_is_notice(request)) {
            weft_request_enter(request, WEFT_SEND_AWAIT);
        }
    }
    return taken;
}
