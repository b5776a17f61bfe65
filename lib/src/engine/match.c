/* Matching: which receive a message belongs to, and which message a receive takes: the oldest that agrees (MPI 4.0,
 * section 3.5). */
#include "engine/state.h"

/* What receives and messages begin with. */
struct element {
    struct weft_node node;
    struct weft_envelope envelope;
};
_Static_assert(offsetof(struct weft_request, envelope) == offsetof(struct element, envelope), "a request begins so");
_Static_assert(offsetof(struct weft_message, envelope) == offsetof(struct element, envelope), "a message begins so");

static void *find(const struct weft_list *list, const struct weft_envelope *envelope)
{
    struct element *element = (struct element *)list->first;
    while (element && !weft_matches(&element->envelope, envelope)) {
        element = (struct element *)element->node.next;
    }
    return element;
}

struct weft_request *weft_find_receive(const struct weft_envelope *message)
{
    return find(&weft_engine.posted, message);
}

struct weft_message *weft_find_kept(const struct weft_envelope *receive)
{
    return find(&weft_engine.kept, receive);
}
