/* Long messages over circuits: a sender writes them where their receiver reads them quickest, into the scratchpad near
 * it, also from another cluster, whose messages otherwise go through the memory between the clusters. Stores over a
 * circuit one way are not answered, so that they may go there (shared_mailbox.h), and follow each other in 7 cycles.
 *
 * A circuit shuts all other cores out of the memory, the receiver too. So it is held for one piece of at most 256
 * bytes, for which there is room, and never while this core waits. A core has one place for such pieces in each
 * scratchpad, the last one of its places for others, with a flag that tells whose piece there is. A piece counts as one
 * that has gone through the ring of the pair: so pieces and what goes through the ring keep their order, and a place is
 * free again when its reader has told that it has read as many words. */
#include <qos.h>

#include "landing.h"

static const uint8_t memory_of[] = WEFT_NI_CLUSTER_MEMORY_OF_CORE;

/* The last piece of this core near a memory. */
struct sent {
    struct weft_scratchpad_peer *to; /* null: there was none */
    uint32_t end;                    /* words to it up to there */
};
static struct sent sent[WEFT_SCRATCHPAD_OWNERS];

/* Where pieces of a core land near another one. */
struct landing {
    volatile uint32_t *words; /* null: not known */
    volatile uint8_t *landed;
    struct sent *last;
    bool looks; /* the other core looks there */
};
static struct landing outward[WEFT_CORES];
static struct landing inward[WEFT_CORES];

/* A writer's last place near a node is in the part of its partner there (shared_mailbox.c), if it has one. */
__attribute__((cold, noinline)) static void find(struct landing *landing, uint32_t writer, uint32_t node)
{
    if (WEFT_SCRATCHPAD_HAS_PARTNERS) {
        const uint32_t number = weft_scratchpad_memory_number(writer);
        const uint32_t memory = weft_scratchpad_memory_number(node);
        struct weft_scratchpad_area *const area = weft_scratchpad_near(weft_scratchpad_partner(writer, memory));
        landing->words = area->mailbox[(number + 1) * WEFT_SCRATCHPAD_OWN_PLACES - 1];
        landing->landed = &area->landed[number];
        landing->last = &sent[memory];
    }
}

static inline struct landing *landing_between(struct landing *known, uint32_t other, uint32_t writer, uint32_t node)
{
    struct landing *const landing = &known[other];
    if (landing->words == 0) {
        find(landing, writer, node);
    }
    return landing;
}

/* Have all words to a node up to a count been read? */
static bool has_read(struct weft_scratchpad_peer *peer, uint32_t count)
{
    if ((int32_t)(peer->read_there - count) < 0) {
        peer->read_there = peer->here->read;
    }
    return (int32_t)(peer->read_there - count) >= 0;
}

/* Waits until a node that reads a message has read all that has come of it. */
__attribute__((cold, noinline)) static void await_reader(struct weft_scratchpad_peer *peer)
{
    for (uint32_t polls = 0; !has_read(peer, peer->written); polls++) {
        weft_scratchpad_ring(peer, peer->number_out); /* it may not have seen that there is a message */
        weft_scratchpad_pause_long(polls);
    }
}

static bool is_free(struct weft_scratchpad_peer *peer, const struct sent *last)
{
    return has_read(peer, peer->written) && (!last->to || has_read(last->to, last->end));
}

static void write(struct weft_scratchpad_peer *peer, const struct landing *landing, const void *piece, uint32_t length)
{
    weft_scratchpad_put_words(landing->words, piece, length);
    weft_scratchpad_in_order();
    *landing->landed = (uint8_t)(weft_scratchpad_node_of(peer) + 1);
    peer->written = weft_scratchpad_pass(peer->written, length);
    *landing->last = (struct sent){peer, peer->written};
}

/* False where the receiver does not look for it, the place is not free, or another core's circuit is in the way. */
static bool send(struct weft_scratchpad_peer *peer, const void *piece, uint32_t length)
{
    const uint32_t node = weft_scratchpad_node_of(peer);
    struct landing *const landing = landing_between(outward, node, weft_scratchpad.node, node);
    if (!landing->words || !is_free(peer, landing->last)) {
        return false;
    }
    volatile uint32_t *const circuit = weft_qos_register(WEFT_NI_CHANNEL, memory_of[node]);
    const bool requested = weft_scratchpad_request(circuit);
    const bool opened = weft_scratchpad_is_open(circuit);
    landing->looks = landing->looks || (opened && weft_scratchpad_near(node)->looks);
    const bool writes = opened && landing->looks;
    if (writes) {
        write(peer, landing, piece, length);
    }
    if (requested && opened) {
        *circuit = WEFT_NI_CLOSE;
    }
    return writes;
}

static uint32_t piece_of(uint32_t length)
{
    return length < WEFT_LINK_PIECE ? length : WEFT_LINK_PIECE;
}

uint32_t weft_scratchpad_land(struct weft_scratchpad_peer *peer, const char *data, uint32_t length)
{
    uint32_t sent = 0;
    while (sent < length && send(peer, data + sent, piece_of(length - sent))) {
        sent += piece_of(length - sent);
        if (sent < length) {
            await_reader(peer);
        }
    }
    return sent;
}

/* Waits until a piece has landed, or the words begin to come through the ring. */
static bool lands(const struct weft_scratchpad_peer *peer, const volatile uint8_t *landed)
{
    const uint8_t mark = (uint8_t)(weft_scratchpad.node + 1);
    for (uint32_t polls = 0; *landed != mark; polls++) {
        if (weft_scratchpad_has_begun(peer, polls)) {
            return false;
        }
        weft_scratchpad_pause_soon(polls);
    }
    return true;
}

/* False when the words come through the ring. */
static bool receive(struct weft_scratchpad_peer *peer, void *piece, uint32_t length)
{
    const uint32_t own = weft_scratchpad.node;
    const uint32_t node = weft_scratchpad_node_of(peer);
    struct landing *const landing = landing_between(inward, node, node, own);
    if (!landing->looks) {
        landing->looks = true;
        weft_scratchpad_near(own)->looks = 1;
    }
    if (!landing->words || !lands(peer, landing->landed)) {
        return false;
    }
    weft_scratchpad_get(piece, landing->words, length);
    weft_scratchpad_in_order();
    *landing->landed = 0;
    weft_scratchpad_show_read(peer, weft_scratchpad_pass(peer->read, length));
    return true;
}

uint32_t weft_scratchpad_pick_up(struct weft_scratchpad_peer *peer, char *data, uint32_t length)
{
    uint32_t received = 0;
    while (received < length && receive(peer, data + received, piece_of(length - received))) {
        received += piece_of(length - received);
    }
    return received;
}
