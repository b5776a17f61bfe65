/* Matching: which receive a message belongs to, and which message a receive takes: the oldest that agrees (MPI 4.0,
 * section 3.5). */
#include "engine/state.h"

struct weft_request *weft_find_receive(const struct weft_envelope *message)
{
    struct weft_request *request = (struct weft_request *)weft_engine.posted.first;
    while (request && !weft_matches(&request->envelope, message)) {
        request = (struct weft_request *)request->node.next;
    }
    return request;
}

struct weft_message *weft_find_kept(const struct weft_envelope *receive)
{
    struct weft_message *message = (struct weft_message *)weft_engine.kept.first;
    while (message && !weft_matches(receive, &message->envelope)) {
        message = (struct weft_message *)message->node.next;
    }
    return message;
}
