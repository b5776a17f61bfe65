/* What comes: one message from the head of the link's buffer to where it belongs. */
#include "engine/steps.h"

#include "copy.h"
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

static void deliver(struct weft_slot *slot)
{
    struct weft_request *const request = weft_find_receive(&slot->envelope);
    if (request) {
        weft_receive_accept(request, slot);
    } else {
        weft_slot_keep(slot);
    }
}

/* An eager message with a plain label: the request word is its whole envelope, so that it can go straight to the
 * buffer. */
static void arrive_plain(const struct weft_envelope *envelope)
{
    struct weft_request *const request = weft_find_receive(envelope);
    if (request && envelope->length <= request->envelope.length && weft_link_direct(request->buffer.to)) {
        weft_link_take(request->buffer.to);
        weft_receive_matched(request, envelope);
        weft_credit_consumed(envelope->rank);
        weft_request_end(request);
        return;
    }
    struct weft_slot *const slot = weft_slot_take();
    weft_link_take(&slot->block);
    slot->envelope = *envelope;
    slot->data = slot->block.words;
    deliver(slot);
}

static void arrive_escaped(const struct weft_envelope *envelope)
{
    struct weft_slot *const slot = weft_slot_take();
    const struct weft_eager_head *const head = &slot->block.eager;
    weft_link_take(&slot->block);
    slot->envelope =
        (struct weft_envelope){envelope->rank, head->tag, head->context, envelope->length - (uint32_t)sizeof *head};
    slot->data = (const uint32_t *)(head + 1);
    deliver(slot);
}

static void arrive_announcement(const struct weft_envelope *envelope)
{
    struct weft_slot *const slot = weft_slot_take();
    const struct weft_announcement *const said = &slot->block.announcement;
    weft_link_take(&slot->block);
    slot->envelope = (struct weft_envelope){envelope->rank, said->tag, said->context, said->length};
    slot->data = NULL;
    deliver(slot);
}

/* Grants and data name what they belong to. What is not there was not asked for. */
static struct weft_request *expected(struct weft_request *request)
{
    if (!request) {
        weft_fatal("a message of another program or of another version of this library has come");
    }
    return request;
}

static struct weft_request *find_announced(uint32_t cookie)
{
    struct weft_request *request = weft_engine.requests;
    while (request && !(request->phase == WEFT_SEND_AWAIT && request->cookie == cookie)) {
        request = request->next;
    }
    return expected(request);
}

static struct weft_request *find_granted(int32_t rank)
{
    struct weft_request *request = weft_engine.requests;
    while (request && !(request->phase == WEFT_RECEIVE_DATA && request->envelope.rank == rank)) {
        request = request->next;
    }
    return expected(request);
}

static void arrive_grant(void)
{
    weft_link_take(&weft_engine.grant);
    const struct weft_grant *const grant = &weft_engine.grant.grant;
    struct weft_request *const request = find_announced(grant->cookie);
    weft_send_granted(request, grant);
    weft_send_advance(request);
}

/* Data go straight to their place, or, where the link cannot write, through the bounce buffer: the grant has said
 * that pieces be small enough. */
static void arrive_data(const struct weft_envelope *envelope)
{
    struct weft_request *const request = find_granted(envelope->rank);
    uint8_t *const to = request->buffer.to + request->moved;
    if (weft_link_direct(to)) {
        weft_link_take(to);
    } else {
        weft_link_take(weft_engine.incoming);
        weft_copy(to, weft_engine.incoming, envelope->length);
    }
    request->moved += envelope->length;
    if (request->moved == request->total) {
        weft_request_end(request);
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
