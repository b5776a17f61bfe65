/* All ranks meet at the link's barrier.
 *
 * A rank with nothing outstanding sleeps there: whatever another rank waits for before it comes, this one need not do.
 * A rank that has a receive or a send outstanding makes progress until all have come, since one of them may wait for
 * its message. Each knows for itself which of the two it is. A small message may then lie in the mailbox of a rank
 * that sleeps; who sends one more than there is room for waits until its receiver is awake, as MPI allows.
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
