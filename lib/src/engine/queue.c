/* The engine's lists: requests under way, unexpected messages, free slots. Each in order of arrival. */
#include "engine/state.h"

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
