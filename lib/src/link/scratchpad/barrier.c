/* The barrier: the cores of a cluster count themselves at the scratchpad of one of them, the last of each cluster at
 * the memory between the clusters. Counts are atomic additions and never begin anew; a core that waits reads a word
 * near it. */
#include "link_port.h"

#include <weft/boot.h>

/* Where this core meets others, and how many will then have been there. */
static struct {
    struct weft_scratchpad_meeting *near; /* null before the first barrier */
    uint32_t neighbours;                  /* ranks of this core's cluster, itself included */
    uint32_t clusters;                    /* that have ranks */
    uint32_t near_count;
    uint32_t far_count;
} barrier;

/* The first rank of a cluster is where it meets. */
static void count_rank(uint32_t node)
{
    static bool met[WEFT_CLUSTERS];
    const uint32_t cluster = weft_scratchpad_cluster_of[node];
    const bool is_near = cluster == weft_scratchpad_cluster_of[weft_scratchpad.node];
    if (is_near && !met[cluster]) {
        barrier.near = &weft_scratchpad_area(node, cluster)->meeting;
    }
    barrier.neighbours += is_near;
    barrier.clusters += !met[cluster];
    met[cluster] = true;
}

static void find_meeting(void)
{
    for (uint32_t rank = 0; rank < weft_scratchpad.count; rank++) {
        count_rank(weft_boot.core_of_rank[rank]);
    }
}

/* Others may already be counted in the next barrier. */
static inline bool are_there(const volatile uint32_t *counter, uint32_t count)
{
    return (int32_t)(*counter - count) >= 0;
}

/* What this core looks after while it waits; null: nothing. */
static bool (*progress)(void);

/* As reports name the barrier: no thread's barrier has this number. */
#define NUMBER 255

/* No part of its caller, where a probe must stand shortly before the call. */
__attribute__((noinline)) static void look(void)
{
    progress();
}

__attribute__((noinline)) static void wait_long(const volatile uint32_t *counter, uint32_t count)
{
    uint32_t ranks = weft_scratchpad.count;
    for (uint32_t polls = WEFT_SCRATCHPAD_BUSY_POLLS; !are_there(counter, count); polls++) {
        WEFT_PROBE_KEEP(ranks);
        if (progress) {
            WEFT_PROBE("barrier", NUMBER, ranks, 0, 0);
            look();
            WEFT_PROBE_HOLD("barrier", NUMBER, ranks, 0, 0);
        } else {
            WEFT_PROBE("barrier", NUMBER, ranks, 0, 0);
            weft_scratchpad_pause(polls);
            WEFT_PROBE_HOLD("barrier", NUMBER, ranks, 0, 0);
        }
    }
}

/* How often a core looks before it begins to pause: longer, its polls would keep the words of others from the memory.
 */
#define POLLS 32u

static inline void wait_for(const volatile uint32_t *counter, uint32_t count)
{
    for (uint32_t polls = 0; polls < POLLS && !progress; polls++) {
        if (are_there(counter, count)) {
            return;
        }
    }
    wait_long(counter, count);
}

/* The last of a cluster meets those of the others, and lets its own cluster go on. */
__attribute__((noinline)) static void meet_clusters(uint32_t near_count, uint32_t far_count)
{
    struct weft_scratchpad_meeting *const far = &WEFT_SCRATCHPAD_BETWEEN->meeting;
    __atomic_fetch_add(&far->arrived, 1, __ATOMIC_RELAXED);
    wait_for(&far->arrived, far_count);
    barrier.near->released = near_count;
}

/* Apart, so that later ones save no registers. */
__attribute__((noinline)) static void first_barrier(void)
{
    find_meeting();
    weft_scratchpad_barrier();
}

void weft_scratchpad_barrier(void)
{
    if (!barrier.near) {
        first_barrier();
        return;
    }
    struct weft_scratchpad_meeting *const near = barrier.near;
    const uint32_t clusters = barrier.clusters;
    const uint32_t near_count = barrier.near_count + barrier.neighbours;
    const uint32_t far_count = barrier.far_count + clusters;
    barrier.near_count = near_count;
    barrier.far_count = far_count;
    const uint32_t arrived = __atomic_add_fetch(&near->arrived, 1, __ATOMIC_RELAXED);
    if (arrived != near_count) {
        wait_for(clusters == 1 ? &near->arrived : &near->released, near_count);
    } else if (clusters > 1) {
        meet_clusters(near_count, far_count);
    }
}

void weft_link_barrier_awake(uint32_t count, bool (*look_after)(void))
{
    progress = look_after;
    weft_link_barrier(count);
    progress = 0;
}
