/* What comes: one message from the head of the link's buffer to where it belongs. */
#include "engine/steps.h"

#include "report.h"

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

/* A message that is in no list yet: to its receive, or to the unexpected queue. */
static void deliver(struct weft_message *message)
{
    struct weft_request *const request = weft_find_receive(&message->envelope);
    if (request) {
        weft_request_leave(request);
        weft_receive_accept(request, message);
    } else {
        weft_message_keep(message);
    }
}

/* An eager message with a plain label: the request word is its whole envelope, so that it can go straight to the
 * buffer. */
static void arrive_plain(const struct weft_envelope *envelope)
{
    struct weft_request *const request = weft_find_receive(envelope);
    if (!WEFT_SMALL && request && envelope->length <= request->envelope.length && weft_is_direct(request)) {
        weft_link_take(request->buffer.to);
        weft_request_leave(request);
        weft_receive_matched(request, envelope);
        weft_credit_consumed(envelope->rank);
        return;
    }
    struct weft_slot *const slot = weft_slot_take();
    weft_link_take(&slot->block);
    slot->message.envelope = *envelope;
    slot->message.data = slot->block.words;
    deliver(&slot->message);
}

static void arrive_escaped(const struct weft_envelope *envelope)
{
    struct weft_slot *const slot = weft_slot_take();
    const struct weft_eager_head *const head = &slot->block.eager;
    weft_link_take(&slot->block);
    slot->message.envelope =
        (struct weft_envelope){envelope->rank, head->tag, head->context, envelope->length - (uint32_t)sizeof *head};
    slot->message.data = (const uint32_t *)(head + 1);
    deliver(&slot->message);
}

static void arrive_announcement(const struct weft_envelope *envelope)
{
    struct weft_message *const message = weft_announced_take();
    const struct weft_announcement *const said = &weft_engine.heard.announcement;
    weft_link_take(&weft_engine.heard);
    message->envelope = (struct weft_envelope){envelope->rank, said->tag, said->context, said->length};
    message->data = NULL;
    message->cookie = said->cookie;
    deliver(message);
}

/* Grants and data name what they belong to. What is not there was not asked for. */
static struct weft_request *expected(struct weft_request *request)
{
    if (!request) {
        weft_fatal("a message of another program or of another version of this library has come");
    }
    return request;
}

static struct weft_request *next_of(const struct weft_request *request)
{
    return (struct weft_request *)request->node.next;
}

static struct weft_request *first_waiting(void)
{
    return (struct weft_request *)weft_engine.waiting.first;
}

struct weft_request *weft_find_announced(uint32_t cookie)
{
    struct weft_request *request = first_waiting();
    while (request && !(request->phase == WEFT_SEND_AWAIT && request->cookie == cookie)) {
        request = next_of(request);
    }
    return expected(request);
}

static struct weft_request *find_granted(int32_t rank)
{
    struct weft_request *request = first_waiting();
    while (request && !(request->phase == WEFT_RECEIVE_DATA && request->envelope.rank == rank)) {
        request = next_of(request);
    }
    return expected(request);
}

/* Data of an earlier grant may wait for the link: the new ones then come behind them. */
static void arrive_grant(void)
{
    weft_link_take(&weft_engine.heard);
    struct weft_request *const request = weft_find_announced(weft_engine.heard.grant.cookie);
    const bool first = !weft_engine.sending.first;
    weft_send_granted(request, &weft_engine.heard.grant);
    weft_request_leave(request);
    weft_request_enter(request, WEFT_SEND_DATA);
    if (first) {
        weft_send_advance(request);
    }
}

/* Data go straight to their place, or, where the link cannot write, through the bounce buffer: the grant has said
 * that pieces be small enough. */
static void arrive_data(const struct weft_envelope *envelope)
{
    struct weft_request *const request = find_granted(envelope->rank);
    if (weft_is_direct(request)) {
        weft_link_take(request->buffer.to + request->moved);
    } else {
        weft_link_take(weft_store.incoming);
        weft_move(request, request->moved, weft_store.incoming, envelope->length, true);
    }
    request->moved += envelope->length;
    if (request->moved == request->total) {
        weft_request_leave(request);
    }
}

void weft_arrive(weft_word head)
{
    const weft_word label = WEFT_FIELD_GET(WEFT_BLOCK_LABEL, head);
    const struct weft_envelope envelope = envelope_of(head);
    if (label < WEFT_LABEL_ESCAPE) {
        arrive_plain(&envelope);
        return;
    }
    switch (label) {
    case WEFT_LABEL_EAGER:
        arrive_escaped(&envelope);
        break;
    case WEFT_LABEL_ANNOUNCE:
        arrive_announcement(&envelope);
        break;
    case WEFT_LABEL_GRANT:
        arrive_grant();
        break;
    default: /* WEFT_LABEL_DATA */
        arrive_data(&envelope);
        break;
    }
}
