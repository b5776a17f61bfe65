/* Matching: which receive a message belongs to (MPI 4.0, section 3.5: order and wildcards). */
#include "engine/state.h"

static bool agrees(int32_t want, int32_t have)
{
    return want == WEFT_ANY || want == have;
}

bool weft_matches(const struct weft_envelope *want, const struct weft_envelope *have)
{
    return want->context == have->context && agrees(want->rank, have->rank) && agrees(want->tag, have->tag);
}

struct weft_request *weft_find_receive(const struct weft_envelope *message)
{
    struct weft_request *request = weft_engine.requests;
    while (request && !(request->phase == WEFT_RECEIVE_MATCH && weft_matches(&request->envelope, message))) {
        request = request->next;
    }
    return request;
}

struct weft_slot *weft_find_kept(const struct weft_envelope *receive)
{
    struct weft_slot *slot = weft_engine.kept;
    while (slot && !weft_matches(receive, &slot->envelope)) {
        slot = slot->next;
    }
    return slot;
}
