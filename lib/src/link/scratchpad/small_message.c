/* The fast path of small messages. While a receiver waits it calls no function that needs registers saved, and
 * everything that can be computed before the message comes is computed then. */

/* The wait continues by tail calls, of any number. */
#ifndef __OPTIMIZE__
#pragma GCC optimize("O2")
#endif

#include "link_port.h"

#include "doorbell.h"

/* Number of messages that may still be sent when new credits are read: before the last credit is spent, but late enough
 * for a batch to be in transit. */
#define FEW (WEFT_CREDITS > WEFT_CREDIT_BATCH ? 1u : 0u)

static inline uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static struct weft_scratchpad_peer *peer_of(const struct weft_peer *from)
{
    return (struct weft_scratchpad_peer *)from->receive_word;
}

/* Reads what a rank has told this core: collects credits, and notes how many messages may be sent to it. */
__attribute__((noinline)) static void hear(struct weft_scratchpad_peer *peer, struct weft_peer *rank)
{
    const uint32_t told = peer->here->returned;
    const uint32_t credits = rank->credits + weft_scratchpad_given(peer, told);
    rank->credits = credits;
    peer->collected = told % WEFT_SCRATCHPAD_NUMBER;
    peer->room = smaller(credits, weft_scratchpad_free(peer, told));
}

/* May a message be sent to a rank for which there was no room when this core last checked? */
static bool may_send(struct weft_scratchpad_peer *peer, uint32_t rank)
{
    if (peer->next_in == 0) {
        weft_scratchpad_peer(weft_scratchpad_node_of(peer));
    } else if (peer->room == 0) {
        hear(peer, &weft_self()->peers[rank]);
    }
    return peer->room > 0;
}

/* Writes what follows the word of a message of at most a block. */
static void put_block(const struct weft_scratchpad_peer *peer, const uint32_t *data, uint32_t length)
{
    struct weft_scratchpad_slot *const slot = peer->next_out;
    const uint32_t lower = peer->number_out | (length > 0 ? *data : 0) % WEFT_SCRATCHPAD_LOWER;
    const uint32_t rest = length > 4 ? (length - 1) / 4 : 0; /* words */
    for (uint32_t i = 0; i < rest; i++) {
        if (i == WEFT_SCRATCHPAD_BEFORE_FIRST) {
            slot->first = lower;
        }
        slot->rest[i] = data[i + 1];
    }
    if (rest > WEFT_SCRATCHPAD_BEFORE_FIRST) {
        slot->ended = 1;
    } else {
        slot->first = lower;
    }
}

/* Writes what follows the word of any message. Since numbers repeat, the first word of a slot must not keep an old
 * number, though no core reads that of a long message. */
__attribute__((noinline)) static void put_data(struct weft_scratchpad_peer *peer, const uint32_t *data, uint32_t length)
{
    if (length <= WEFT_LINK_BLOCK) {
        put_block(peer, data, length);
    } else {
        weft_scratchpad_write(peer, data, length);
        peer->next_out->first = peer->number_out;
    }
}

/* Writes the word first, so that the receiver reads while this core writes. */
void weft_scratchpad_put(struct weft_scratchpad_peer *peer, uint32_t label, const uint32_t *data, uint32_t length)
{
    if (length > WEFT_LINK_BLOCK) {
        peer->next_out->word = peer->number_out | label | WEFT_SCRATCHPAD_LONG | length;
    } else {
        weft_scratchpad_fill(peer, label, length, length > 0 ? *data : 0);
    }
    put_data(peer, data, length);
}

/* Counts a message that has been written, spends a credit, and rings the doorbell. */
__attribute__((noinline)) static void sent(struct weft_scratchpad_peer *peer, uint32_t rank, uint32_t number)
{
    struct weft_peer *const to = &weft_self()->peers[rank];
    const uint32_t room = peer->room - 1;
    to->credits--;
    peer->room = room;
    weft_scratchpad_ring(peer, number);
    WEFT_PROBE_MARK("message");
    if (room <= FEW) {
        hear(peer, to);
    }
}

__attribute__((noinline)) static void sent_next(struct weft_scratchpad_peer *peer, uint32_t rank)
{
    sent(peer, rank, weft_scratchpad_go_on(peer));
}

bool weft_scratchpad_post(const void *data, uint32_t length, uint32_t rank, uint32_t label, uint32_t context)
{
    struct weft_scratchpad_peer *const peer = (struct weft_scratchpad_peer *)weft_send_windows[rank];
    if (!peer || !weft_link_direct(data) || (peer->room == 0 && !may_send(peer, rank))) {
        return false;
    }
    if (length > WEFT_LINK_BLOCK) {
        if (!weft_scratchpad_is_empty(peer)) {
            return false;
        }
        peer->is_left_there = true;
    }
    weft_scratchpad_put(peer, WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label), data, length);
    WEFT_PROBE("told", rank, label % WEFT_LABEL_TAGS, context, length);
    sent_next(peer, rank);
    return true;
}

void weft_scratchpad_sent(struct weft_scratchpad_peer *peer, uint32_t rank, uint32_t first)
{
    struct weft_scratchpad_slot *const slot = peer->next_out;
    const uint32_t number = weft_scratchpad_go_on(peer);
    slot->first = number | first % WEFT_SCRATCHPAD_LOWER;
    sent(peer, rank, number);
}

void weft_scratchpad_sent_block(struct weft_scratchpad_peer *peer, uint32_t rank, const uint32_t *data, uint32_t length)
{
    put_data(peer, data, length);
    sent_next(peer, rank);
}

/* Notes that the next message is taken, before it has come: meanwhile the core has nothing else to do. */
static inline void note(struct weft_scratchpad_peer *peer, struct weft_peer *from, uint32_t number)
{
    peer->next_in = weft_scratchpad_behind(peer->next_in, peer->here);
    weft_scratchpad_set_taken(peer, number);
    from->owed++;
}

/* Returns the slot of the message that was noted last. */
static inline struct weft_scratchpad_slot *noted(const struct weft_scratchpad_peer *peer)
{
    struct weft_scratchpad_slot *const slots = peer->here->slots;
    return (peer->next_in == slots ? slots + WEFT_SCRATCHPAD_SLOTS : peer->next_in) - 1;
}

/* Undoes note(): the message is not taken after all. */
__attribute__((noinline)) static uint32_t take_back(struct weft_peer *from)
{
    struct weft_scratchpad_peer *const peer = peer_of(from);
    peer->next_in = noted(peer);
    weft_scratchpad_set_taken(peer, peer->taken - WEFT_SCRATCHPAD_NUMBER);
    from->owed--;
    return WEFT_SCRATCHPAD_NONE;
}

/* Must the sender be told before the wait? Credits are given one message before they are due, so that the sender rarely
 * waits for them; the same word tells it that slots are free. */
static inline bool must_tell(const struct weft_scratchpad_peer *peer, int32_t owed)
{
    return owed >= WEFT_CREDIT_BATCH - 1 ||
           (WEFT_CREDIT_BATCH > WEFT_SCRATCHPAD_SLOTS / 2 && weft_scratchpad_must_tell(peer));
}

/* Tells the sender, and then waits as before. */
__attribute__((noinline)) static uint32_t tell_and_collect(void *data, uint32_t capacity, struct weft_peer *from,
                                                           uint32_t label)
{
    const int32_t given = from->owed >= WEFT_CREDIT_BATCH - 1 ? WEFT_CREDIT_BATCH : 0;
    from->owed -= given;
    weft_scratchpad_tell(peer_of(from), (uint32_t)given);
    return weft_scratchpad_collect(data, capacity, from, label);
}

void weft_scratchpad_get_block(uint32_t *to, uint32_t length, struct weft_scratchpad_slot *slot, uint32_t word)
{
    const uint32_t number = word / WEFT_SCRATCHPAD_NUMBER * WEFT_SCRATCHPAD_NUMBER;
    const volatile uint32_t *from = slot->rest;
    for (word = weft_scratchpad_first(slot, number, word); length >= 4; word = *from++) {
        *to++ = word;
        length -= 4;
        if (length == 0) {
            return;
        }
        if (from == slot->rest + WEFT_SCRATCHPAD_BEFORE_FIRST) {
            while (slot->ended == 0) {
            }
            slot->ended = 0;
        }
    }
    weft_scratchpad_get_bytes(to, word, length);
}

/* Takes the message in a slot, which was noted as taken: any message but the common one of 4 bytes. */
__attribute__((noinline)) static uint32_t get(uint32_t *data, uint32_t capacity, struct weft_peer *from, uint32_t label,
                                              struct weft_scratchpad_slot *slot, uint32_t word)
{
    const uint32_t said = word % WEFT_SCRATCHPAD_NUMBER - label;
    const bool is_long = said >= WEFT_SCRATCHPAD_LONG;
    const uint32_t length = is_long ? said - WEFT_SCRATCHPAD_LONG : said >> WEFT_SCRATCHPAD_LENGTH_SHIFT;
    if (length > capacity) { /* or with another label */
        return take_back(from);
    }
    if (is_long) {
        weft_scratchpad_read(peer_of(from), data, length);
    } else {
        weft_scratchpad_get_block(data, length, slot, word);
    }
    return length;
}

static uint32_t collect_later(uint32_t *data, uint32_t capacity, struct weft_peer *from, uint32_t label,
                              uint32_t waited);

/* Waits for the message with a number in a slot, which was noted as taken, and takes it. All arguments are in
 * registers, and none is saved. */
__attribute__((noinline)) static uint32_t await(uint32_t *data, uint32_t capacity, struct weft_peer *from,
                                                uint32_t label, struct weft_scratchpad_slot *slot, uint32_t number,
                                                uint32_t waited)
{
    uint32_t word_of_4 = number + label + (4u << WEFT_SCRATCHPAD_LENGTH_SHIFT);
    uint32_t words_of_4 = capacity >= 4 ? 1u << WEFT_SCRATCHPAD_LENGTH_SHIFT : 0;
    WEFT_COMPUTE_NOW(word_of_4);
    WEFT_COMPUTE_NOW(words_of_4);
    uint32_t word = slot->word;
    if (!weft_scratchpad_is_new(word, number)) {
        const uint32_t before = word;
        uint32_t turns = WEFT_SCRATCHPAD_OWN_POLLS / 4; /* of four polls, which share the loop's overhead */
        if (waited >= WEFT_SCRATCHPAD_BUSY_POLLS) {
            return collect_later(data, capacity, from, label, waited + 1);
        }
        while ((word = slot->word) == before && (word = slot->word) == before && (word = slot->word) == before &&
               (word = slot->word) == before) {
            if (--turns == 0) {
                return collect_later(data, capacity, from, label, waited + WEFT_SCRATCHPAD_OWN_POLLS);
            }
        }
    }
    if (word - word_of_4 >= words_of_4) {
        return get(data, capacity, from, label, slot, word);
    }
    *data = weft_scratchpad_first(slot, number, word);
    return 4;
}

/* The message has not come for a while: pauses, and checks whether another node has sent something. */
__attribute__((noinline)) static uint32_t collect_later(uint32_t *data, uint32_t capacity, struct weft_peer *from,
                                                        uint32_t label, uint32_t waited)
{
    weft_scratchpad_pause(waited);
    return weft_scratchpad_has_other(weft_scratchpad_node_of(peer_of(from)))
               ? take_back(from)
               : await(data, capacity, from, label, noted(peer_of(from)), peer_of(from)->taken, waited);
}

/* The first message from a node: locates its rings, and then waits as for any other. */
__attribute__((noinline)) static uint32_t find_and_collect(void *data, uint32_t capacity, struct weft_peer *from,
                                                           uint32_t label)
{
    weft_scratchpad_peer(weft_scratchpad_node_of(peer_of(from)));
    return weft_scratchpad_collect(data, capacity, from, label);
}

uint32_t weft_scratchpad_collect(void *data, uint32_t capacity, struct weft_peer *from, uint32_t label)
{
    struct weft_scratchpad_peer *const peer = peer_of(from);
    if (!peer || !weft_link_direct(data)) {
        return WEFT_SCRATCHPAD_NONE;
    }
    if (peer->next_in == 0) {
        return find_and_collect(data, capacity, from, label);
    }
    if (!WEFT_LIKELY(!must_tell(peer, from->owed))) {
        return tell_and_collect(data, capacity, from, label);
    }
    struct weft_scratchpad_slot *const slot = peer->next_in;
    const uint32_t number = weft_scratchpad_number_in(peer);
    note(peer, from, number);
    return await(data, capacity, from, label, slot, number, 0);
}
