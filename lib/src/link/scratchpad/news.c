/* Looking for anybody's message. Of several senders that have sent something, the one behind the last that was found
 * has its turn. */
#include "news.h"

#include <weft/boot.h>

#include "link_port.h"

/* A door: four senders of a cluster, whose news are read at a time. */
struct door {
    const volatile uint32_t *news;
    uint32_t group; /* of four nodes: 0 are nodes 0 to 3 */
    uint32_t ranks; /* the bytes that are of ranks of that cluster */
};

static struct door doors[WEFT_SCRATCHPAD_NEWS * WEFT_CLUSTERS];
static uint32_t door_count; /* 0 before the first look for anybody's message */
static uint32_t last_door;  /* where a message was found last */
static uint32_t last_node;

__attribute__((section(".sbss.weft_scratchpad_seen"))) uint32_t weft_scratchpad_seen[WEFT_SCRATCHPAD_NEWS];

static uint32_t byte_of(uint32_t node)
{
    return UINT32_C(0xff) << node % 4 * 8;
}

static void add_rank(uint32_t node)
{
    const uint32_t cluster = weft_scratchpad_cluster_of[node];
    const volatile uint32_t *const news = &weft_scratchpad_area(weft_scratchpad.node, cluster)->news[node / 4];
    struct door *door = doors;
    while (door < doors + door_count && door->news != news) {
        door++;
    }
    door_count += door == doors + door_count;
    door->news = news;
    door->group = node / 4;
    door->ranks |= byte_of(node);
}

static void find_doors(void)
{
    for (uint32_t rank = 0; rank < weft_scratchpad.count; rank++) {
        add_rank(weft_boot.core_of_rank[rank]);
    }
}

/* The bytes of those at a door who have sent what was not taken. */
static uint32_t news_at(const struct door *door)
{
    return (*door->news ^ weft_scratchpad_seen[door->group]) & door->ranks;
}

/* The length of a message, by its slot's word. */
static uint32_t length_of(uint32_t word)
{
    return (word & WEFT_SCRATCHPAD_HERE) != 0 ? word % WEFT_SCRATCHPAD_HERE >> WEFT_SCRATCHPAD_LENGTH_SHIFT
                                              : word % WEFT_SCRATCHPAD_HERE;
}

bool weft_scratchpad_has_come(uint32_t node)
{
    const struct weft_scratchpad_peer *const peer = weft_scratchpad_peer(node);
    const uint32_t word = peer->next_in->word;
    if (!weft_scratchpad_is_new(word, peer->number_in)) {
        return false;
    }
    weft_scratchpad.head_node = node;
    weft_scratchpad.head_word = word;
    weft_scratchpad.head = WEFT_FIELD_PUT(WEFT_REQUEST_KIND, 1) | WEFT_FIELD_PUT(WEFT_REQUEST_SOURCE, node) |
                           WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, WEFT_FIELD_GET(WEFT_BLOCK_LABEL, word)) | length_of(word);
    return true;
}

/* One of those who have news at a door. */
static bool open(uint32_t group, uint32_t news)
{
    for (uint32_t step = 1; step <= 4; step++) {
        const uint32_t node = group * 4 + (last_node + step) % 4;
        if ((news & byte_of(node)) != 0 && weft_scratchpad_has_come(node)) {
            last_node = node;
            return true;
        }
    }
    return false;
}

void weft_scratchpad_ask_all(void)
{
    if (door_count == 0) {
        find_doors();
    }
    bool found = false;
    for (uint32_t looks = 0; looks < door_count && !found; looks++) {
        last_door = last_door + 1 < door_count ? last_door + 1 : 0;
        const uint32_t news = news_at(&doors[last_door]);
        found = news != 0 && open(doors[last_door].group, news);
    }
}

bool weft_scratchpad_others(uint32_t node)
{
    if (door_count == 0) {
        find_doors();
    }
    uint32_t news = 0;
    for (uint32_t i = 0; i < door_count; i++) {
        news |= news_at(&doors[i]) & (doors[i].group == node / 4 ? ~byte_of(node) : UINT32_MAX);
    }
    return news != 0;
}
