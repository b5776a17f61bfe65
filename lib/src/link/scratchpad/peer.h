/* What a core knows of the others: where its rings with each of them are, and how far these have been used. */
#ifndef WEFT_SCRATCHPAD_PEER_H
#define WEFT_SCRATCHPAD_PEER_H

#include "layout.h"

/* This core. */
struct weft_scratchpad {
    uint32_t node;
    uint32_t count;     /* of ranks */
    weft_word head;     /* request word of the message at the head; 0: none known */
    uint32_t head_word; /* its slot's word */
    uint32_t head_node; /* its sender */
    uint32_t expected;  /* the node whose message will probably come next; this node: none */
};

extern struct weft_scratchpad weft_scratchpad;

/* start.c: the cluster of each node; its number there; its part of the scratchpad near it. */
extern const uint8_t weft_scratchpad_cluster_of[];
extern const uint8_t weft_scratchpad_number_of[];
extern const uint32_t weft_scratchpad_part_of[];

/* Returns the area of a node that is near it. */
static inline struct weft_scratchpad_area *weft_scratchpad_near(uint32_t node)
{
    return (struct weft_scratchpad_area *)weft_scratchpad_part_of[node];
}

/* Returns the area of a node for the senders of a cluster. */
static inline struct weft_scratchpad_area *weft_scratchpad_area(uint32_t node, uint32_t cluster)
{
    const bool is_near = WEFT_CLUSTERS == 1 || cluster == weft_scratchpad_cluster_of[node];
    return is_near ? weft_scratchpad_near(node) : &WEFT_SCRATCHPAD_BETWEEN->areas[node][cluster];
}

/* Returns the channel from another node to this core, which is near this core. */
static inline struct weft_scratchpad_channel *weft_scratchpad_here(uint32_t node)
{
    const uint32_t cluster = weft_scratchpad_cluster_of[node];
    return &weft_scratchpad_area(weft_scratchpad.node, cluster)->from[weft_scratchpad_number_of[node]];
}

/* start.c: returns another node's peer. Its rings are located at the first call. */
struct weft_scratchpad_peer *weft_scratchpad_peer(uint32_t node);

/* small_message.c: writes a message into the next slot, and the words of a long one into their ring; reads the data of
 * a message of at most a block whose word has come. */
void weft_scratchpad_put(struct weft_scratchpad_peer *peer, uint32_t label, const uint32_t *data, uint32_t length);
void weft_scratchpad_get_block(uint32_t *to, uint32_t length, struct weft_scratchpad_slot *slot, uint32_t word);

/* message.c: frees the slot of a message that was taken, and tells its sender if it must know. */
void weft_scratchpad_release(uint32_t node);

/* Writes the first bytes of a word. */
static inline void weft_scratchpad_get_bytes(void *to, uint32_t word, uint32_t bytes)
{
    for (uint8_t *byte = to; bytes > 0; bytes--, word >>= 8) {
        *byte++ = (uint8_t)word;
    }
}

/* stream.c: reads `length` bytes, in words. */
void weft_scratchpad_get(uint32_t *to, const volatile uint32_t *from, uint32_t length);

/* stream.c: reads the words of a long message. weft_scratchpad_read() is weft_scratchpad_read_plain(), unless the
 * program wants circuits (hold_circuits.c). */
void weft_scratchpad_read(struct weft_scratchpad_peer *peer, void *buffer, uint32_t length);
void weft_scratchpad_read_plain(struct weft_scratchpad_peer *peer, void *buffer, uint32_t length);

/* stream.c, for messages that land near their receiver (landing.c): has the next long message begun to come through the
 * ring, as far as the poll with this number can tell? Returns the count of words after a message that begins at
 * `count`. Notes, and tells the sender, that all words up to a count have been read. */
bool weft_scratchpad_has_begun(const struct weft_scratchpad_peer *peer, uint32_t polls);
uint32_t weft_scratchpad_pass(uint32_t count, uint32_t length);
void weft_scratchpad_show_read(struct weft_scratchpad_peer *peer, uint32_t read);

/* Returns the number of the next message from a node, shifted to its place. */
static inline uint32_t weft_scratchpad_number_in(const struct weft_scratchpad_peer *peer)
{
    return peer->taken + WEFT_SCRATCHPAD_NUMBER;
}

/* Notes the number of the last message taken from a node. */
static inline void weft_scratchpad_set_taken(struct weft_scratchpad_peer *peer, uint32_t number)
{
    peer->taken = number;
    *peer->seen = (uint8_t)(number >> WEFT_SCRATCHPAD_NUMBER_SHIFT);
}

static inline uint32_t weft_scratchpad_node_of(const struct weft_scratchpad_peer *peer)
{
    return (uint32_t)(peer - weft_scratchpad_peers);
}

/* Polls of a core for an expected message from one node, before it polls the doorbells of some others. */
#define WEFT_SCRATCHPAD_OWN_POLLS 64u

/* Polls without a pause between them: about the first 5,000 cycles. */
#define WEFT_SCRATCHPAD_BUSY_POLLS 256u

/* Pauses after this many polls. */
static inline void weft_scratchpad_pause(uint32_t polls)
{
    if (polls >= WEFT_SCRATCHPAD_BUSY_POLLS) {
        weft_scratchpad_pause_long(polls - WEFT_SCRATCHPAD_BUSY_POLLS);
    }
}

/* pause.c: the same for a core that waits for a long message or for any message, which pauses earlier: there one poll
 * more matters less, and where switches have fixed priorities, the polls of many cores keep the message from the
 * memory. */
void weft_scratchpad_pause_soon(uint32_t polls);

/* Has the message with this number come? */
static inline bool weft_scratchpad_is_new(uint32_t word, uint32_t number)
{
    return (word ^ number) < WEFT_SCRATCHPAD_NUMBER;
}

/* Must a sender be told when its next message has been taken? Until then up to half of its slots may be free without
 * its knowing it. */
static inline bool weft_scratchpad_must_tell(const struct weft_scratchpad_peer *peer)
{
    const uint32_t told = peer->returned / WEFT_SCRATCHPAD_NUMBER * WEFT_SCRATCHPAD_NUMBER;
    return (weft_scratchpad_number_in(peer) - told) / WEFT_SCRATCHPAD_NUMBER > WEFT_SCRATCHPAD_SLOTS / 2;
}

/* Tells a node which of its messages was taken last, and gives it this many credits more. */
static inline void weft_scratchpad_tell(struct weft_scratchpad_peer *peer, uint32_t credits)
{
    weft_scratchpad_in_order();
    peer->returned = peer->taken | (peer->returned + credits) % WEFT_SCRATCHPAD_NUMBER;
    peer->there->returned = peer->returned;
}

/* Returns how many slots are free, by what a node has told. */
static inline uint32_t weft_scratchpad_free(const struct weft_scratchpad_peer *peer, uint32_t told)
{
    const uint32_t under_way = peer->number_out - WEFT_SCRATCHPAD_NUMBER - told;
    return WEFT_SCRATCHPAD_SLOTS - ((under_way + WEFT_SCRATCHPAD_NUMBER - 1) >> WEFT_SCRATCHPAD_NUMBER_SHIFT);
}

/* Returns the credits that a node has given, by what it has told, and that this core has not collected. */
static inline uint32_t weft_scratchpad_given(const struct weft_scratchpad_peer *peer, uint32_t told)
{
    return (told - peer->collected) % WEFT_SCRATCHPAD_NUMBER;
}

/* Returns the slot after one of a channel's slots. */
static inline struct weft_scratchpad_slot *weft_scratchpad_behind(struct weft_scratchpad_slot *slot,
                                                                  struct weft_scratchpad_channel *channel)
{
    return slot + 1 < channel->slots + WEFT_SCRATCHPAD_SLOTS ? slot + 1 : channel->slots;
}

/* Advances to the next slot. Returns the number of the message in this one. */
static inline uint32_t weft_scratchpad_go_on(struct weft_scratchpad_peer *peer)
{
    const uint32_t number = peer->number_out;
    peer->next_out = weft_scratchpad_behind(peer->next_out, peer->there);
    peer->number_out = number + WEFT_SCRATCHPAD_NUMBER;
    return number;
}

/* Rings the other core's doorbell for a message. This comes last, since the word before it is still in transit. */
static inline void weft_scratchpad_ring(struct weft_scratchpad_peer *peer, uint32_t number)
{
    weft_scratchpad_in_order();
    *peer->doorbell = (uint8_t)(number >> WEFT_SCRATCHPAD_NUMBER_SHIFT);
}

/* message.c: counts the message that has been put into the next slot, and rings the doorbell. By `room` there may have
 * been no slot: it is not updated at each message. */
void weft_scratchpad_count(struct weft_scratchpad_peer *peer);

/* Returns the first word of the data of a message in a slot whose word has come; waits for it. */
static inline uint32_t weft_scratchpad_first(const struct weft_scratchpad_slot *slot, uint32_t number, uint32_t word)
{
    uint32_t lower;
    do {
        lower = slot->first ^ number;
    } while (lower >= WEFT_SCRATCHPAD_LOWER);
    return lower | word << WEFT_SCRATCHPAD_LOWER_BITS;
}

#endif
