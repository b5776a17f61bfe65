/* Small messages to peers that give this rank no credit, on a chip with more cores than a rank reserves buffers for. A
 * copy in the heap waits until the receiver asks for it, so that the sender need not wait. */
#include "engine/state.h"

#if WEFT_CREDIT_ON_DEMAND
#include <stdlib.h>

_Static_assert(!WEFT_LINK_HAS_BARRIER, "who waits in a barrier of the link must have nothing left to send");

struct weft_copy {
    struct weft_copy *next;
    struct weft_request request;
    uint32_t data[WEFT_LINK_BLOCK / 4];
};

/* Frees the copies that have been sent, and returns the number of the others to a rank. */
static uint32_t left_for(int32_t rank)
{
    uint32_t count = 0;
    for (struct weft_copy **link = &weft_engine.copies; *link;) {
        struct weft_copy *const copy = *link;
        if (copy->request.phase == WEFT_DONE) {
            *link = copy->next;
            free(copy);
        } else {
            count += copy->request.envelope.rank == rank;
            link = &copy->next;
        }
    }
    return count;
}

/* The maximum number of copies per peer equals the number of blocks that credits allow to other peers. */
bool weft_send_copy(const void *buffer, const struct weft_layout *layout, const struct weft_envelope *envelope)
{
    const int32_t rank = envelope->rank;
    weft_progress();
    weft_credit_settle(rank);
    if (envelope->length > WEFT_LINK_BLOCK || weft_is_self(rank) || weft_self()->peers[rank].credits > 0 ||
        left_for(rank) >= WEFT_CREDITS) {
        return false;
    }
    struct weft_copy *const copy = malloc(sizeof *copy);
    if (copy == NULL) {
        return false;
    }
    copy->request = (struct weft_request){.envelope = *envelope, .layout = layout, .buffer.from = buffer};
    weft_move(&copy->request, 0, copy->data, envelope->length, false);
    weft_send_start(&copy->request, copy->data, NULL, envelope, false);
    copy->next = weft_engine.copies;
    weft_engine.copies = copy;
    return true;
}
#else
typedef int weft_all_peers_have_credit;
#endif
