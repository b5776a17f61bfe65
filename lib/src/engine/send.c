/* The sender's side: eager, rendezvous, and messages to the rank itself. */
#include "engine/late.h"
#include "engine/steps.h"

static uint8_t *outgoing(void)
{
    return (uint8_t *)weft_store.outgoing;
}

/* May one more block be sent to a rank that may not have received the last ones? If memory grows, the receiver can keep
 * any number, and only the fast path needs credit. */
static bool may_send_block(int32_t rank)
{
    return weft_credit_spend(rank) || WEFT_GROWS;
}

static uint32_t node_of(const struct weft_request *request)
{
    return weft_node_of(request->envelope.rank);
}

/* Takes all messages that are in the link. On a link with a send limit, earlier messages of this rank to itself may be
 * among them, and must be matched before this one. */
static void take_earlier(void)
{
    weft_word head;
    while (WEFT_LINK_HAS_SEND_LIMIT && (head = weft_link_head()) != 0) {
        weft_arrive(head);
    }
}

/* Makes a message of this rank to itself an element of the unexpected queue: with its data if they fit, otherwise as an
 * RTS whose data stay in the send buffer. */
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

/* It is the last message of the unexpected queue. Its node begins with `next`, so the `end` of the list is its address.
 */
void weft_send_withdraw(struct weft_request *request)
{
    struct weft_message *const message = (struct weft_message *)weft_engine.kept.end;
    weft_message_unlink(message);
    weft_message_free(message);
    weft_request_leave(request);
}

/* A value of `moved` that is larger than any length, so that nothing remains to be sent. */
#define DISCARDED ((weft_length)-1)

bool weft_send_is_discarded(const struct weft_request *request)
{
    return request->phase == WEFT_SEND_AWAIT && request->moved == DISCARDED;
}

/* Sends the notice even if the CTS comes while the link refuses it: the receiver then waits for data, and only the
 * notice ends that. */
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

/* Returns the next `length` bytes where the link can read them: in place, or copied to the bounce buffer. */
static const void *reachable(const struct weft_request *request, weft_length length)
{
    if (weft_is_direct(request)) {
        return request->buffer.from + request->moved;
    }
    weft_move(request, request->moved, outgoing(), length, false);
    return outgoing();
}

/* Offers the link an eager block. With a plain label its payload is the data alone, otherwise tag, context and data.
 * Returns false if the link refuses it, or if the receiver must first be told the name of the context (names.h) and the
 * link refuses that message. */
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

/* Offers the message to the link at once if nothing to the same rank is queued. */
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

/* Returns the length of the next piece, at most `limit`. */
static uint32_t piece(const struct weft_request *request, uint32_t limit)
{
    const weft_length longest = weft_smaller(request->fragment, weft_link_longest(node_of(request)));
    const weft_length cleared = weft_smaller(request->total - request->moved, longest);
    return (uint32_t)weft_smaller(weft_smaller(cleared, limit), weft_is_direct(request) ? limit : WEFT_BOUNCE);
}

/* A rank that has promised to receive must not sleep in a send: two ranks that stream to each other would deadlock. */
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
