/* Matching: finds the receive for a message, and the message for a receive. Both searches return the oldest element
 * that matches (MPI 4.0, section 3.5). */
#include "engine/state.h"

/* The common beginning of receives and messages. */
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

#if WEFT_NAMES > 0
/* Defaults for programs in which no contexts share a name (names.h): each name is the context of that number. */
__attribute__((weak)) weft_word weft_label_from(const struct weft_envelope *envelope)
{
    return (uint32_t)envelope->tag < WEFT_LABEL_TAGS && envelope->context < WEFT_LABEL_CONTEXTS
               ? weft_label(envelope->context, (uint32_t)envelope->tag)
               : WEFT_LABEL_NONE;
}

__attribute__((weak)) weft_word weft_label_to(const struct weft_envelope *envelope, bool is_fast)
{
    (void)is_fast;
    return weft_label_from(envelope);
}

__attribute__((weak)) bool weft_take_name(struct weft_envelope *envelope, weft_word label)
{
    (void)envelope, (void)label;
    return false;
}
#endif
