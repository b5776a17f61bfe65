/* Processes an arriving message: moves it from the head of the link to its receive, its send or the unexpected queue.
 */
#include "engine/late.h"
#include "engine/steps.h"

#include "arch/copy.h"
#include "arch/diagnostic.h"

/* Returns the envelope that a request word contains. Its context is still the name in the label (names.h). */
static struct weft_envelope envelope_of(weft_word head)
{
    const weft_word label = WEFT_FIELD_GET(WEFT_BLOCK_LABEL, head);
    const struct weft_envelope envelope = {
        .rank = weft_engine.rank_of_node[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head)],
        .tag = (int32_t)(label % WEFT_LABEL_TAGS),
        .context = (uint32_t)(label / WEFT_LABEL_TAGS),
        .length = (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head),
    };
    return envelope;
}

void weft_deliver(struct weft_message *message)
{
    struct weft_request *const request = weft_find_receive(&message->envelope);
    if (request) {
        weft_request_leave(request);
        weft_receive_accept(request, message);
    } else if (WEFT_SMALL || !weft_engine.claims || !weft_engine.claims(message)) {
        weft_message_keep(message);
    }
}

/* Takes a message with a plain label directly into the buffer of its receive, if there is one with room: its request
 * word is the whole envelope. Returns whether it did. */
static bool arrive_in_place(const struct weft_envelope *envelope)
{
    struct weft_request *const request = weft_find_receive(envelope);
    if (!request || envelope->length > request->envelope.length || !weft_is_direct(request)) {
        return false;
    }
    weft_take(envelope, request->buffer.to);
    weft_request_leave(request);
    weft_receive_matched(request, envelope);
    weft_tell_received(request, 0);
    weft_settle_taken(envelope);
    return true;
}

bool weft_receive_head(struct weft_request *request, void *buffer, const struct weft_envelope *wanted,
                       uint32_t contexts)
{
    const weft_word head = weft_link_head();
    const weft_word label = WEFT_FIELD_GET(WEFT_BLOCK_LABEL, head);
    struct weft_envelope *const received = &request->envelope;
    if (head == 0 || !weft_link_direct(buffer)) {
        return false;
    }
    *received = envelope_of(head);
    if (label == WEFT_LABEL_RTS && weft_is_quiet()) {
        return weft_receive_announced(request, buffer, wanted, contexts);
    }
    if (label >= WEFT_LABEL_ESCAPE || !weft_is_among(received, wanted, contexts) ||
        (weft_is_short(received) && !weft_is_quiet())) {
        return false;
    }
    weft_take(received, buffer);
    request->total = received->length;
    WEFT_RECEIVED(received->rank, received->tag, received->context, 0);
    weft_settle_taken(received);
    return true;
}

/* Delivers a block that is in a slot. */
static void deliver_slot(struct weft_slot *slot, const struct weft_envelope *envelope, bool plain)
{
    struct weft_message *const message = &slot->message;
    message->envelope = *envelope;
    message->data = slot->block.words;
    if (!plain) {
        const struct weft_eager_head *const head = &slot->block.eager;
        message->envelope.tag = head->tag;
        message->envelope.context = head->context;
        message->envelope.length -= (uint32_t)sizeof *head;
        message->data = (const uint32_t *)(head + 1);
    }
    weft_deliver(message);
}

static void arrive_eager(const struct weft_envelope *envelope, bool plain)
{
    if (!WEFT_SMALL && plain && arrive_in_place(envelope)) {
        return;
    }
    struct weft_slot *const slot = weft_slot_for(envelope->length);
    if (weft_is_left(envelope)) {
        weft_link_leave();
    } else {
        weft_link_take(&slot->block);
    }
    weft_credit_begin(envelope->rank);
    deliver_slot(slot, envelope, plain);
}

#if WEFT_LINK_HAS_ESCAPES
void weft_arrive_escaped(const uint32_t *block, uint32_t length, int32_t rank)
{
    const struct weft_envelope envelope = {.rank = rank, .length = length};
    struct weft_slot *const slot = weft_slot_for(length);
    weft_copy_words(slot->block.words, block, (length + 3) / 4);
    deliver_slot(slot, &envelope, false);
}
#endif

static void arrive_rts(const struct weft_envelope *envelope)
{
    struct weft_message *const message = weft_rts_take();
    const struct weft_rts *const said = &weft_engine.heard.rts;
    weft_link_take(&weft_engine.heard);
#if WEFT_TIMEOUT > 0
    if (said->context == WEFT_CONTEXT_GIVEN_UP) {
        message->data = NULL;
        weft_message_free(message);
        weft_hear_given_up(envelope->rank, said->cookie);
        return;
    }
#endif
    message->envelope = (struct weft_envelope){envelope->rank, said->tag, said->context, said->length};
    message->data = NULL;
    message->cookie = said->cookie;
    weft_deliver(message);
    weft_credit_begin(envelope->rank);
}

/* Takes a message whose RTS is its request word. The receiver waits for the data at once only if it waits for no other
 * data and has no short RTS of its own pending: otherwise ranks that send to each other in a circle would all wait for
 * data, and none would send its own. */
static void arrive_short_rts(const struct weft_envelope *envelope)
{
    if (weft_is_quiet() && arrive_in_place(envelope)) {
        return;
    }
    struct weft_message *const message = weft_rts_take();
    weft_link_take(&weft_engine.heard);
    message->envelope = *envelope;
    message->data = NULL;
    message->cookie = WEFT_COOKIE_OF_SHORT;
    weft_deliver(message);
}

/* Sends the data after a CTS of 0 bytes: the receiver waits for all of the message. */
static void send_awaited(void)
{
    weft_link_take(&weft_engine.heard);
    struct weft_request *const request = weft_find_waiting(WEFT_SEND_AWAIT, WEFT_COOKIE_OF_SHORT);
    weft_link_send_awaited(weft_node_of(request->envelope.rank), request->buffer.from, (uint32_t)request->total);
    weft_request_leave(request);
}

/* A CTS or data without a request can only come from a program of another build. */
struct weft_request *weft_find_waiting(enum weft_phase phase, uint32_t number)
{
    for (struct weft_node *node = weft_engine.waiting.first; node; node = node->next) {
        struct weft_request *const request = (struct weft_request *)node;
        const uint32_t own = phase == WEFT_SEND_AWAIT ? request->cookie : (uint32_t)request->envelope.rank;
        if (request->phase == phase && own == number) {
            return request;
        }
    }
    weft_fatal("a message of another program or of another version of this library has come");
}

/* Starts to send data. If data of an earlier CTS still wait for the link, these follow them. */
static void arrive_cts(void)
{
    weft_link_take(&weft_engine.heard);
    struct weft_request *const request = weft_find_waiting(WEFT_SEND_AWAIT, weft_engine.heard.cts.cookie);
#if WEFT_TIMEOUT > 0
    if (weft_answer_late(request)) {
        return;
    }
#endif
    const bool first = !weft_engine.sending.first;
    weft_send_cleared(request, &weft_engine.heard.cts);
    weft_request_leave(request);
    weft_request_enter(request, WEFT_SEND_DATA);
    if (first) {
        weft_send_advance(request);
    }
}

/* Receives data into the user's buffer, or through the bounce buffer if the link cannot write there; in that case the
 * CTS has limited the size of the pieces. */
static void arrive_data(const struct weft_envelope *envelope)
{
    struct weft_request *const request = weft_find_waiting(WEFT_RECEIVE_DATA, (uint32_t)envelope->rank);
    if (weft_is_direct(request)) {
        weft_link_take(request->buffer.to + request->moved);
    } else {
        weft_link_take(weft_store.incoming);
        weft_move(request, request->moved, weft_store.incoming, envelope->length, true);
    }
    request->moved += envelope->length;
    if (request->moved == request->total) {
        weft_tell_received(request, 0);
        weft_request_leave(request);
    }
}

void weft_arrive(weft_word head)
{
    const weft_word label = WEFT_FIELD_GET(WEFT_BLOCK_LABEL, head);
    struct weft_envelope envelope = envelope_of(head);
#if WEFT_NAMES > 0
    const weft_word first = weft_label(WEFT_NAME_FIRST, 0);
    if (label - first <= WEFT_LABEL_NAMING - first && weft_take_name(&envelope, label)) {
        return;
    }
#endif
    if (label < WEFT_LABEL_ESCAPE && weft_is_short(&envelope)) {
        arrive_short_rts(&envelope);
    } else if (label <= WEFT_LABEL_EAGER) {
        arrive_eager(&envelope, label < WEFT_LABEL_ESCAPE);
    } else if (label == WEFT_LABEL_RTS) {
        arrive_rts(&envelope);
    } else if (label == WEFT_LABEL_CTS && WEFT_LINK_SHORT_RTS > 0 && envelope.length == 0) {
        send_awaited();
    } else if (label == WEFT_LABEL_CTS) {
        arrive_cts();
    } else {
        arrive_data(&envelope);
    }
}

bool weft_put_aside(weft_word head, int32_t rank)
{
    if (WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head) == weft_node_of(rank) || weft_engine.posted.first ||
        weft_engine.claims) {
        return false;
    }
    weft_arrive(head);
    return true;
}
