/* The engine's lists: requests under way, unexpected messages, and the memory of these. Each in order of arrival. */
#include "engine/state.h"

#include "report.h"

void weft_list_clear(struct weft_list *list)
{
    list->first = NULL;
    list->end = &list->first;
}

static void append(struct weft_list *list, struct weft_node *node)
{
    node->next = NULL;
    *list->end = node;
    list->end = &node->next;
}

static void take_out(struct weft_list *list, struct weft_node *node)
{
    struct weft_node **link = &list->first;
    while (*link != node) {
        link = &(*link)->next;
    }
    *link = node->next;
    if (!node->next) {
        list->end = link;
    }
}

static struct weft_list *list_of(enum weft_phase phase)
{
    if (phase == WEFT_RECEIVE_MATCH) {
        return &weft_engine.posted;
    }
    return phase < WEFT_SEND_BLOCK ? &weft_engine.waiting : &weft_engine.sending;
}

/* What a request in a list means for the gates: `more` when it enters, not when it leaves. */
static void note(const struct weft_request *request, bool more)
{
    const enum weft_phase phase = request->phase;
    const int32_t rank = request->envelope.rank;
    const uint16_t one = more ? 1 : UINT16_MAX;
    if (phase == WEFT_RECEIVE_DATA) {
        weft_engine.promised += more ? 1u : UINT32_MAX;
    }
    if (phase >= WEFT_SEND_BLOCK || (phase == WEFT_RECEIVE_MATCH && rank == WEFT_ANY)) {
        weft_shut_gates(more);
    }
    if (phase == WEFT_SEND_BLOCK || phase == WEFT_SEND_ANNOUNCE) {
        weft_engine.traffic[rank].queued = (uint16_t)(weft_engine.traffic[rank].queued + one);
        weft_set_gates(rank);
    } else if (phase == WEFT_RECEIVE_MATCH && rank != WEFT_ANY) {
        weft_engine.traffic[rank].posted = (uint16_t)(weft_engine.traffic[rank].posted + one);
        weft_set_gates(rank);
    }
}

void weft_request_enter(struct weft_request *request, enum weft_phase phase)
{
    request->phase = phase;
    append(list_of(phase), &request->node);
    note(request, true);
}

void weft_request_leave(struct weft_request *request)
{
    take_out(list_of(request->phase), &request->node);
    note(request, false);
    request->phase = WEFT_DONE;
}

static void count_kept(int32_t rank, uint16_t one)
{
    weft_engine.traffic[rank].kept = (uint16_t)(weft_engine.traffic[rank].kept + one);
    weft_set_gates(rank);
}

void weft_message_keep(struct weft_message *message)
{
    append(&weft_engine.kept, &message->node);
    count_kept(message->envelope.rank, 1);
}

void weft_message_unlink(struct weft_message *message)
{
    take_out(&weft_engine.kept, &message->node);
    count_kept(message->envelope.rank, UINT16_MAX);
}

static struct weft_node *take_free(struct weft_node **free)
{
    struct weft_node *const node = *free;
    if (node) {
        *free = node->next;
    }
    return node;
}

/* Credits see to it that there is a slot: only a peer with other credits (another image) can take the last. */
struct weft_slot *weft_slot_take(void)
{
    struct weft_node *const node = take_free(&weft_engine.free_slots);
    if (node) {
        return (struct weft_slot *)node;
    }
    if (weft_engine.used_slots == WEFT_SLOTS(weft_self()->size)) {
        weft_fatal("more unexpected messages than credits: build all images with the same WEFT_CREDITS");
    }
    return &weft_engine.slots[weft_engine.used_slots++];
}

struct weft_message *weft_announced_take(void)
{
    struct weft_node *const node = take_free(&weft_engine.free_announced);
    if (node) {
        return (struct weft_message *)node;
    }
    if (weft_engine.used_announced == WEFT_ANNOUNCEMENTS) {
        weft_fatal("too many messages wait for their receives: build with a larger WEFT_ANNOUNCEMENTS");
    }
    return &weft_store.announced[weft_engine.used_announced++];
}

void weft_message_free(struct weft_message *message)
{
    struct weft_node **const free = message->data ? &weft_engine.free_slots : &weft_engine.free_announced;
    message->node.next = *free;
    *free = &message->node;
}
