/* All ranks meet at the barrier of the link.
 *
 * A rank with nothing outstanding sleeps there: no other rank can need it to process a message before reaching the
 * barrier. A rank with a receive or a send outstanding makes progress until all ranks have arrived, since one of them
 * may wait for its message. Each rank decides this by its own state. A small message may meanwhile stay in the mailbox
 * of a sleeping rank; a sender of more messages than there is room for waits until the receiver is awake, as MPI
 * allows.
 */
#include "engine/meet.h"
#include "engine/state.h"

#if WEFT_MEETS
static inline bool is_idle(void)
{
    return ((uintptr_t)weft_engine.posted.first | (uintptr_t)weft_engine.waiting.first |
            (uintptr_t)weft_engine.sending.first | (uintptr_t)weft_engine.also | (uintptr_t)weft_engine.claims) == 0;
}

void weft_meet(void)
{
    const uint32_t count = (uint32_t)weft_self()->size;
    if (is_idle()) {
        weft_link_barrier(count);
    } else {
        weft_link_barrier_awake(count, weft_progress);
    }
}
#else
typedef int weft_ranks_meet_by_messages;
#endif
