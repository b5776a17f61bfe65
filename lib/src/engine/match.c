/* Matching: which receive a message belongs to, and which message a receive takes: the oldest that agrees (MPI 4.0,
 * section 3.5). */
#include "engine/state.h"

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
