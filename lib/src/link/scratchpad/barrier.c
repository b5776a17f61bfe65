/* The barrier: the cores of a cluster meet at the scratchpad of one of them, the last of each cluster between the
 * clusters. Counts are atomic additions; a core that waits reads a word of its own cluster. */
#include "link/link.h"

static uint32_t passed; /* barriers so far */

/* Counts this core in; whether it is the last one of `all`. */
static bool is_last(struct weft_scratchpad_meeting *meeting, uint32_t all)
{
    return __atomic_add_fetch(&meeting->arrived, 1, __ATOMIC_RELAXED) == passed * all;
}

static void wait_for_release(const struct weft_scratchpad_meeting *meeting)
{
    while (meeting->released != passed) {
    }
}

static void meet_clusters(void)
{
    struct weft_scratchpad_meeting *const meeting = &WEFT_SCRATCHPAD_BETWEEN->meeting;
    if (is_last(meeting, weft_scratchpad.clusters)) {
        meeting->released = passed;
    } else {
        wait_for_release(meeting);
    }
}

void weft_scratchpad_barrier(void)
{
    passed++;
    if (!is_last(weft_scratchpad.meeting, weft_scratchpad.neighbours)) {
        wait_for_release(weft_scratchpad.meeting);
        return;
    }
    if (weft_scratchpad.clusters > 1) {
        meet_clusters();
    }
    weft_scratchpad.meeting->released = passed;
}
