/* The engine's lists: requests under way, unexpected messages, free slots. Each in order of arrival. */
#include "engine/state.h"

#include "report.h"

void weft_request_begin(struct weft_request *request, enum weft_phase phase)
{
    struct weft_request **end = &weft_engine.requests;
    while (*end) {
        end = &(*end)->next;
    }
    *end = request;
    request->next = NULL;
    request->phase = phase;
}

void weft_request_end(struct weft_request *request)
{
    struct weft_request **link = &weft_engine.requests;
    while (*link != request) {
        link = &(*link)->next;
    }
    *link = request->next;
    request->phase = WEFT_DONE;
}

/* Credits see to it that there is a free slot: only a peer with other credits (another image) can take the last. */
struct weft_slot *weft_slot_take(void)
{
    struct weft_slot *const slot = weft_engine.free;
    if (!slot) {
        weft_fatal("more unexpected messages than credits: build all images with the same WEFT_CREDITS");
    }
    weft_engine.free = slot->next;
    return slot;
}

void weft_slot_free(struct weft_slot *slot)
{
    slot->next = weft_engine.free;
    weft_engine.free = slot;
}

void weft_slot_keep(struct weft_slot *slot)
{
    struct weft_slot **end = &weft_engine.kept;
    while (*end) {
        end = &(*end)->next;
    }
    *end = slot;
    slot->next = NULL;
    weft_engine.kept_of_rank[slot->envelope.rank]++;
    weft_set_gates(slot->envelope.rank);
}

void weft_slot_unlink(struct weft_slot *slot)
{
    struct weft_slot **link = &weft_engine.kept;
    while (*link != slot) {
        link = &(*link)->next;
    }
    *link = slot->next;
    weft_engine.kept_of_rank[slot->envelope.rank]--;
    weft_set_gates(slot->envelope.rank);
}
