/* Who is near whom: the route table is made from what the platform says. */
#include "link/link.h"

#include <weft/boot.h>

#include "report.h"

#ifdef __riscv
__attribute__((section(".sbss.weft_scratchpad")))
#endif
struct weft_scratchpad weft_scratchpad;

static const uint8_t cluster_of[] = WEFT_CLUSTER_OF_CORE;
static const uint8_t number_of[] = WEFT_NUMBER_IN_CLUSTER;
static const uint32_t part_of[] = WEFT_SCRATCHPAD_OF_CORE;

extern const char __weft_shared_end[];

/* The area of a core for the senders of a cluster. */
static struct weft_scratchpad_area *area_of(uint32_t node, uint32_t cluster)
{
    return cluster == cluster_of[node] ? (struct weft_scratchpad_area *)part_of[node]
                                       : &WEFT_SCRATCHPAD_BETWEEN->areas[node][cluster];
}

/* The senders of a cluster; the first that asks for it enters it. */
static struct weft_scratchpad_senders *senders_of(uint32_t cluster)
{
    const volatile uint32_t *const news = &area_of(weft_scratchpad.node, cluster)->news;
    uint32_t found = 0;
    while (found < weft_scratchpad.clusters && weft_scratchpad.senders[found].news != news) {
        found++;
    }
    weft_scratchpad.senders[found].news = news;
    weft_scratchpad.clusters += found == weft_scratchpad.clusters;
    return &weft_scratchpad.senders[found];
}

static void start_peer(uint32_t node)
{
    const uint32_t own = weft_scratchpad.node;
    struct weft_scratchpad_peer *const peer = &weft_scratchpad.peers[node];
    struct weft_scratchpad_area *const there = area_of(node, cluster_of[own]);
    peer->out = &there->from[number_of[own]];
    peer->news = &there->news;
    peer->in = &area_of(own, cluster_of[node])->from[number_of[node]];
    peer->next_out = (struct weft_scratchpad_place){peer->out->slots, WEFT_SCRATCHPAD_PHASE, 0};
    peer->next_in = (struct weft_scratchpad_place){peer->in->slots, WEFT_SCRATCHPAD_PHASE, 0};
    peer->room = WEFT_SCRATCHPAD_SLOTS;
    peer->shift = number_of[node] * 4u;
    peer->senders = senders_of(cluster_of[node]);
    peer->senders->nodes[number_of[node]] = (uint8_t)node;
}

/* The first rank of this core's cluster is where the cluster meets. */
static void meet_near(uint32_t node)
{
    const uint32_t cluster = cluster_of[weft_scratchpad.node];
    if (cluster_of[node] == cluster && weft_scratchpad.neighbours++ == 0) {
        weft_scratchpad.meeting = &area_of(node, cluster)->meeting;
    }
}

void weft_scratchpad_start(uint32_t node, uint32_t count)
{
    if (WEFT_CLUSTERS > 1 && (uintptr_t)__weft_shared_end > (uintptr_t)WEFT_SCRATCHPAD_BETWEEN) {
        weft_fatal("the program's shared data reach into the memory of messages between clusters: shorten them");
    }
    weft_scratchpad.word = WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, node);
    weft_scratchpad.node = node;
    weft_scratchpad.shift = number_of[node] * 4u;
    weft_scratchpad.from = &weft_scratchpad.peers[node];
    start_peer(node);
    for (uint32_t rank = 0; rank < count; rank++) {
        const uint32_t other = weft_boot.core_of_rank[rank];
        start_peer(other);
        meet_near(other);
    }
}
