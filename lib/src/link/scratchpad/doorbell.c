/* Polling for a message from any sender, round robin: of several senders that have sent something, the next one after
 * the last that was served is served. */
#include "doorbell.h"

#include <weft/boot.h>

#include "link_port.h"

/* A poll group: four senders of a cluster, whose doorbell flags are one word. */
struct poll_group {
    const volatile uint32_t *flags;
    uint32_t quad;  /* of nodes: 0 is nodes 0 to 3 */
    uint32_t ranks; /* mask of the bytes that belong to ranks of that cluster */
};

static struct poll_group groups[WEFT_SCRATCHPAD_DOORBELL_WORDS * WEFT_CLUSTERS];
static uint32_t group_count;
static uint32_t last_group; /* that had the last message */
static uint32_t last_node;
static const struct poll_group *watched = groups; /* to be polled next while a message of one node is awaited */

__attribute__((section(".sbss.weft_scratchpad_seen"))) uint32_t weft_scratchpad_seen[WEFT_SCRATCHPAD_DOORBELL_WORDS];

static uint32_t byte_of(uint32_t node)
{
    return UINT32_C(0xff) << node % 4 * 8;
}

/* Returns the group with these flags; if there is none yet, the next free one. Consecutive ranks are mostly in one
 * group. */
static inline struct poll_group *group_with(const volatile uint32_t *flags, struct poll_group *last)
{
    struct poll_group *group = last;
    if (!WEFT_LIKELY(group->flags == flags)) {
        for (group = groups; group < groups + group_count && group->flags != flags; group++) {
        }
    }
    return group;
}

void weft_scratchpad_find_groups(void)
{
    struct poll_group *group = groups;
    for (uint32_t rank = 0; rank < weft_scratchpad.count; rank++) {
        const uint32_t node = weft_boot.core_of_rank[rank];
        const uint32_t cluster = weft_scratchpad_cluster_of[node];
        const uint32_t quad = node / 4;
        const volatile uint32_t *const flags = &weft_scratchpad_area(weft_scratchpad.node, cluster)->doorbells[quad];
        group = group_with(flags, group);
        group_count += group == groups + group_count;
        group->flags = flags;
        group->quad = quad;
        group->ranks |= byte_of(node);
    }
}

/* Returns the bytes of the senders of a group that have sent something that is not taken. */
static uint32_t rung_in(const struct poll_group *group)
{
    return (*group->flags ^ weft_scratchpad_seen[group->quad]) & group->ranks;
}

/* Returns the length of a message, from its slot's word. */
static uint32_t length_of(uint32_t word)
{
    const uint32_t low = word % WEFT_SCRATCHPAD_LONG;
    return (word & WEFT_SCRATCHPAD_LONG) != 0 ? low : low >> WEFT_SCRATCHPAD_LENGTH_SHIFT;
}

bool weft_scratchpad_has_come(uint32_t node)
{
    const struct weft_scratchpad_peer *const peer = weft_scratchpad_peer(node);
    const uint32_t word = peer->next_in->word;
    if (!weft_scratchpad_is_new(word, weft_scratchpad_number_in(peer))) {
        return false;
    }
    weft_scratchpad.head_node = node;
    weft_scratchpad.head_word = word;
    weft_scratchpad.head = WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, node) |
                           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, WEFT_FIELD_GET(WEFT_BLOCK_LABEL, word)) | length_of(word);
    return true;
}

/* Serves one of the senders of a group whose doorbells have rung. */
static bool serve(uint32_t quad, uint32_t rung)
{
    for (uint32_t step = 1; step <= 4; step++) {
        const uint32_t node = quad * 4 + (last_node + step) % 4;
        if ((rung & byte_of(node)) != 0 && weft_scratchpad_has_come(node)) {
            last_node = node;
            return true;
        }
    }
    return false;
}

void weft_scratchpad_poll_all(void)
{
    bool found = false;
    for (uint32_t polls = 0; polls < group_count && !found; polls++) {
        last_group = last_group + 1 < group_count ? last_group + 1 : 0;
        const uint32_t rung = rung_in(&groups[last_group]);
        found = rung != 0 && serve(groups[last_group].quad, rung);
    }
}

bool weft_scratchpad_has_other(uint32_t node)
{
    const struct poll_group *const group = watched;
    watched = group + 1 < groups + group_count ? group + 1 : groups;
    return (rung_in(group) & (group->quad == node / 4 ? ~byte_of(node) : UINT32_MAX)) != 0;
}
