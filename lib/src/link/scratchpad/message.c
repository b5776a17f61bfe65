/* Messages in rings of slots. */
#include "link/link.h"

#include "copy.h"

#define NEWS_BITS 4u
#define NEWS_MASK ((1u << NEWS_BITS) - 1)

/* The compiler moves no access across; the core itself has one access under way at a time. So data are in a slot before
 * its word, and read before it is given back. */
static inline void in_order(void)
{
    __asm__ volatile("" : : : "memory");
}

/* Goes on to the next slot; returns by what four bits of news change when one more message is counted. */
static inline uint32_t pass(struct weft_scratchpad_place *place)
{
    const uint32_t before = place->count++;
    const bool round = place->count % WEFT_SCRATCHPAD_SLOTS == 0;
    place->slot += round ? 1 - (int)WEFT_SCRATCHPAD_SLOTS : 1;
    place->phase ^= round ? WEFT_SCRATCHPAD_PHASE : 0;
    return (before ^ place->count) & NEWS_MASK;
}

/* Asks how many messages the other core has taken. */
__attribute__((noinline)) static bool finds_room(struct weft_scratchpad_peer *peer)
{
    peer->room = WEFT_SCRATCHPAD_SLOTS - (peer->next_out.count - peer->in->taken);
    return peer->room > 0;
}

bool weft_bus_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    struct weft_scratchpad_peer *const peer = &weft_scratchpad.peers[node];
    if (peer->room == 0 && !finds_room(peer)) {
        return false;
    }
    struct weft_scratchpad_slot *const slot = peer->next_out.slot;
    weft_copy_words(slot->data, buffer, (length + 3) / 4);
    const weft_word word = weft_scratchpad.word | WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length;
    in_order();
    slot->word = word | peer->next_out.phase;
    in_order();
    const uint32_t change = pass(&peer->next_out);
    __atomic_fetch_xor(peer->news, change << weft_scratchpad.shift, __ATOMIC_RELAXED);
    peer->room--;
    return true;
}

/* Makes the next message of a core the head, if it has come. */
static inline bool has_come(struct weft_scratchpad_peer *peer)
{
    const uint32_t word = peer->next_in.slot->word ^ peer->next_in.phase;
    if ((word & WEFT_SCRATCHPAD_PHASE) != 0) {
        return false;
    }
    weft_scratchpad.head = word;
    weft_scratchpad.from = peer;
    return true;
}

/* Goes round the senders of a cluster that have news, from the one behind the last that had something: each has its
 * turn. News may be late by a message, or be none any more: what counts is the slot's word. */
static bool look_at_news(struct weft_scratchpad_senders *senders)
{
    const uint32_t news = *senders->news ^ senders->seen;
    bool found = false;
    for (uint32_t looks = 0; news != 0 && !found && looks < WEFT_CLUSTER_CORES; looks++) {
        senders->turn = senders->turn + 1 < WEFT_CLUSTER_CORES ? senders->turn + 1 : 0;
        const bool has_news = (news >> senders->turn * NEWS_BITS & NEWS_MASK) != 0;
        found = has_news && has_come(&weft_scratchpad.peers[senders->nodes[senders->turn]]);
    }
    return found;
}

weft_word weft_scratchpad_look(void)
{
    bool found = has_come(weft_scratchpad.from);
    for (uint32_t cluster = 0; !found && cluster < weft_scratchpad.clusters; cluster++) {
        found = look_at_news(&weft_scratchpad.senders[cluster]);
    }
    return weft_scratchpad.head;
}

weft_word weft_bus_wait(void)
{
    while (weft_link_head() == 0) {
    }
    return weft_scratchpad.head;
}

/* Copies `length` bytes, not one beyond; reads words. */
static inline void fetch(uint8_t *to, const uint32_t *from, uint32_t length)
{
    const uint32_t words = length / 4;
    weft_copy_words((uint32_t *)(void *)to, from, words);
    if (length % 4 != 0) {
        const uint32_t last = from[words];
        weft_copy(to + words * 4, &last, length % 4);
    }
}

void weft_bus_take(void *buffer)
{
    struct weft_scratchpad_peer *const peer = weft_scratchpad.from;
    fetch(buffer, peer->next_in.slot->data, WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, weft_scratchpad.head));
    in_order();
    peer->senders->seen ^= pass(&peer->next_in) << peer->shift;
    peer->out->taken = peer->next_in.count;
    weft_scratchpad.head = 0;
}
