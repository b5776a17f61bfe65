/* Start: the buffers and flags of each pair of cores, and how ranks are assigned. */
#include "link_port.h"

#include <weft/boot.h>

#include "arch/diagnostic.h"
#include "link/start_in_time.h"

struct weft_rendezvous weft_rendezvous;

static const uint8_t cluster_of[] = WEFT_CLUSTER_OF_CORE;
static const uint8_t number_of[] = WEFT_NUMBER_IN_CLUSTER;
static const uint32_t part_of[] = WEFT_CLUSTER_MEMORY_OF_CORE;

extern const char __weft_shared_end[];

/* Returns the area of a core for the senders of a cluster. */
static struct weft_rendezvous_area *area_of(uint32_t node, uint32_t cluster)
{
    return cluster == cluster_of[node] ? (struct weft_rendezvous_area *)part_of[node]
                                       : &WEFT_RENDEZVOUS_BETWEEN->areas[node][cluster];
}

/* Returns the entry of the senders with these flags; makes one if there is none. */
static struct weft_rendezvous_senders *senders_of(const union weft_rendezvous_flags *flags)
{
    uint32_t found = 0;
    while (found < weft_rendezvous.count && weft_rendezvous.senders[found].flags != flags) {
        found++;
    }
    weft_rendezvous.senders[found].flags = flags;
    weft_rendezvous.count += found == weft_rendezvous.count;
    return &weft_rendezvous.senders[found];
}

static void start_peer(uint32_t node)
{
    const uint32_t own = weft_rendezvous.node;
    const uint32_t from = number_of[own];
    const uint32_t to = number_of[node];
    struct weft_rendezvous_area *const there = area_of(node, cluster_of[own]);
    struct weft_rendezvous_area *const here = area_of(own, cluster_of[node]);
    weft_rendezvous.peers[node] = (struct weft_rendezvous_peer){
        .out = &there->buffers[from],
        .in = &here->buffers[to],
        .out_flag = &there->flags[from / 4].flag[from % 4],
        .in_flag = &here->flags[to / 4].flag[to % 4],
        .out_credits = &there->credits[from],
        .in_credits = &here->credits[to],
    };
    senders_of(&here->flags[to / 4])->nodes[to % 4] = (uint8_t)node;
}

/* At the core of rank 0: waits for all other cores, and tells each its rank. */
static void assign_ranks(uint32_t count)
{
    for (uint32_t rank = 1; rank < count; rank++) {
        struct weft_rendezvous_enrolment *const enrolment =
            &WEFT_RENDEZVOUS_BETWEEN->enrolments[weft_boot.core_of_rank[rank]];
        const uint64_t since = weft_start_begins();
        for (uint32_t looks = 1; !enrolment->present; looks++) {
            weft_start_goes_on(since);
            weft_rendezvous_pause(looks);
        }
        enrolment->rank_and_one = rank + 1;
    }
}

/* At any other core: waits for its rank, which must be the one that the loader has given it. */
static void enrol(uint32_t rank)
{
    struct weft_rendezvous_enrolment *const enrolment = &WEFT_RENDEZVOUS_BETWEEN->enrolments[weft_rendezvous.node];
    enrolment->present = 1;
    uint32_t assigned = 0;
    const uint64_t since = weft_start_begins();
    for (uint32_t looks = 1; (assigned = enrolment->rank_and_one) == 0; looks++) {
        weft_start_goes_on(since);
        weft_rendezvous_pause(looks);
    }
    if (assigned != rank + 1) {
        weft_fatal("the core of rank 0 gives this core another rank than the loader does");
    }
}

void weft_link_start(uint32_t node, uint32_t count)
{
    if ((uintptr_t)__weft_shared_end > (uintptr_t)WEFT_RENDEZVOUS_BETWEEN) {
        weft_fatal("the program's shared data reach into the memory of messages between clusters: shorten them");
    }
    weft_rendezvous.node = node;
    weft_rendezvous.from = &weft_rendezvous.peers[node];
    start_peer(node);
    for (uint32_t rank = 0; rank < count; rank++) {
        start_peer(weft_boot.core_of_rank[rank]);
    }
    const uint32_t own = weft_boot.rank;
    if (own == 0) {
        assign_ranks(count);
    } else {
        enrol(own);
    }
}
