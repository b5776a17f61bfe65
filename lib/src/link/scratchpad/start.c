/* Start: the location of the rings, which follows from the platform's tables of clusters and memories. */
#include "link_port.h"

#include "arch/diagnostic.h"
#include "doorbell.h"

#define NEAR(name) __attribute__((section(".sbss." #name)))
NEAR(weft_scratchpad) struct weft_scratchpad weft_scratchpad;
NEAR(weft_scratchpad_peers)
struct weft_scratchpad_peer weft_scratchpad_peers[WEFT_CORES];

const uint8_t weft_scratchpad_number_of[] = WEFT_NUMBER_IN_CLUSTER;
const uint32_t weft_scratchpad_part_of[] = WEFT_CLUSTER_MEMORY_OF_CORE;
const uint8_t weft_scratchpad_cluster_of[] = WEFT_CLUSTER_OF_CORE;

extern const char __weft_shared_end[];

static void start_peer(struct weft_scratchpad_peer *peer, uint32_t node)
{
    const uint32_t own = weft_scratchpad.node;
    struct weft_scratchpad_area *const there = weft_scratchpad_area(node, weft_scratchpad_cluster_of[own]);
    peer->there = &there->from[weft_scratchpad_number_of[own]];
    peer->here = weft_scratchpad_here(node);
    peer->seen = (uint8_t *)weft_scratchpad_seen + node;
    peer->doorbell = (volatile uint8_t *)there->doorbells + own;
    peer->next_out = peer->there->slots;
    peer->next_in = peer->here->slots;
    peer->number_out = WEFT_SCRATCHPAD_NUMBER;
    peer->room = WEFT_CREDITS < WEFT_SCRATCHPAD_SLOTS ? WEFT_CREDITS : WEFT_SCRATCHPAD_SLOTS;
}

struct weft_scratchpad_peer *weft_scratchpad_peer(uint32_t node)
{
    struct weft_scratchpad_peer *const peer = &weft_scratchpad_peers[node];
    if (!peer->next_in) {
        start_peer(peer, node);
    }
    return peer;
}

void weft_link_start(uint32_t node, uint32_t count)
{
    if (WEFT_CLUSTERS > 1 && (uintptr_t)__weft_shared_end > (uintptr_t)WEFT_SCRATCHPAD_BETWEEN) {
        weft_fatal("the program's shared data reach into the memory of messages "
                   "between clusters: shorten them");
    }
    weft_scratchpad.node = node;
    weft_scratchpad.count = count;
    weft_scratchpad.expected = node;
    weft_scratchpad_find_groups();
}
