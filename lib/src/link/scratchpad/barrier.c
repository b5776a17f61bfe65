/* The barrier: the cores of a cluster count themselves at the scratchpad of one of them, and the last core of each
 * cluster counts at the memory between the clusters.
 *
 *     cluster 0   arrived + 1 each; last one  --->  between the clusters: arrived + 1; polls until all clusters have
 *     cluster 1   arrived + 1 each; last one  --->  then writes `released` of its own cluster, which the others poll
 *
 * With one cluster its cores poll `arrived`. Counters are incremented by atomic additions and never reset; a core that
 * waits polls a word near it. */
#include "link_port.h"

#include <weft/boot.h>

/* The counters that this core uses, and their values at the end of the current barrier. */
static struct {
    struct weft_scratchpad_meeting *near; /* null before the first barrier */
    uint32_t neighbours;                  /* ranks of this core's cluster, itself included */
    uint32_t clusters;                    /* clusters that have ranks */
    uint32_t near_count;
    uint32_t far_count;
} barrier;

/* Counts a rank. The counters of a cluster are near its first rank. */
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

/* Has a counter reached a value? It may be greater, if other cores have already arrived at the next barrier. */
static inline bool are_there(const volatile uint32_t *counter, uint32_t count)
{
    return (int32_t)(*counter - count) >= 0;
}

/* What this core calls while it waits; null: nothing. */
static bool (*progress)(void);

/* The barrier's number in reports; no barrier of threads has it. */
#define NUMBER 255

/* Not inlined, since in the caller a probe must come shortly before the call. */
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

/* Polls of a core before it begins to pause: with more of them its polls would keep the words of others from the
 * memory. */
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

/* Called by the last core of a cluster: waits for those of the other clusters, and releases its own cluster. */
__attribute__((noinline)) static void meet_clusters(uint32_t near_count, uint32_t far_count)
{
    struct weft_scratchpad_meeting *const far = &WEFT_SCRATCHPAD_BETWEEN->meeting;
    __atomic_fetch_add(&far->arrived, 1, __ATOMIC_RELAXED);
    wait_for(&far->arrived, far_count);
    barrier.near->released = near_count;
}

/* Not inlined, so that later barriers save no registers. */
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
