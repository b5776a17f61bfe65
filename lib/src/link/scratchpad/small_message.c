/* The fast path of small messages. A receiver that waits calls no other function meanwhile: it saves no registers, and
 * what can be computed before the message comes is computed then. */
#include "link_port.h"

#include "doorbell.h"

/* Makes the compiler compute a value here and not later. */
#define COMPUTE_NOW(value) __asm__("" : "+r"(value))

/* Collects credits when so many are left: soon none, and few enough for a batch to be on its way. */
#define FEW_CREDITS (WEFT_CREDITS > WEFT_CREDIT_BATCH ? 1u : 0u)

/* Reads what a rank has told: collects credits if few are left, and notes how many messages may go to it. */
static inline void hear(struct weft_scratchpad_peer *peer, struct weft_peer *rank)
{
    const uint32_t told = peer->here->returned;
    if (rank->credits <= FEW_CREDITS && weft_scratchpad_collect_credits(peer, told)) {
        rank->credits += WEFT_CREDIT_BATCH;
    }
    peer->room = rank->credits > 0 ? weft_scratchpad_free(peer, told) : 0;
}

bool weft_scratchpad_may_send(uint32_t rank)
{
    const uint32_t node = (uint32_t)weft_send_windows[rank];
    struct weft_scratchpad_peer *const peer = &weft_scratchpad_peers[node];
    if (!WEFT_LIKELY(peer->next_in != 0)) {
        return weft_scratchpad_peer(node)->room > 0;
    }
    hear(peer, &weft_self()->peers[rank]);
    return peer->room > 0;
}

void weft_scratchpad_sent(struct weft_scratchpad_peer *peer, uint32_t rank)
{
    WEFT_PROBE_MARK("message");
    const uint32_t credits = --weft_self()->peers[rank].credits;
    weft_scratchpad_count(peer);
    if (!WEFT_LIKELY(credits > 0)) {
        peer->room = 0;
    }
}

static uint32_t node_of(const struct weft_peer *from)
{
    return WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, from->receive_word);
}

/* Notes that the next message is taken, before it has come: then the core has nothing else to do. */
static inline void note(struct weft_scratchpad_peer *peer, struct weft_peer *from)
{
    const uint32_t number = peer->number_in;
    peer->next_in = weft_scratchpad_behind(peer->next_in, peer->here);
    peer->number_in = number + WEFT_SCRATCHPAD_NUMBER;
    *peer->seen = (uint8_t)(number >> WEFT_SCRATCHPAD_NUMBER_SHIFT);
    from->owed++;
}

/* It is not taken after all. */
__attribute__((noinline)) static uint32_t take_back(struct weft_scratchpad_peer *peer, struct weft_peer *from)
{
    struct weft_scratchpad_slot *const slots = peer->here->slots;
    const uint32_t before = peer->number_in - 2 * WEFT_SCRATCHPAD_NUMBER;
    peer->next_in = (peer->next_in == slots ? slots + WEFT_SCRATCHPAD_SLOTS : peer->next_in) - 1;
    peer->number_in -= WEFT_SCRATCHPAD_NUMBER;
    *peer->seen = (uint8_t)(before >> WEFT_SCRATCHPAD_NUMBER_SHIFT);
    from->owed--;
    return WEFT_SCRATCHPAD_NONE;
}

/* The message has not come for a while. */
__attribute__((noinline)) static uint32_t collect_later(void *data, uint32_t capacity, struct weft_peer *from,
                                                        uint32_t label, uint32_t polls)
{
    const uint32_t node = node_of(from);
    struct weft_scratchpad_peer *const peer = &weft_scratchpad_peers[node];
    take_back(peer, from);
    while (!weft_scratchpad_has_other(node)) {
        if (polls < WEFT_SCRATCHPAD_BUSY_POLLS || weft_scratchpad_is_new(peer->next_in->word, peer->number_in)) {
            return weft_scratchpad_collect(data, capacity, from, label, polls);
        }
        weft_scratchpad_pause(polls++);
    }
    return WEFT_SCRATCHPAD_NONE;
}

/* Credits are given one message before they are due, so that the sender rarely waits for them; with them it is told
 * that slots are free. */
static inline bool must_tell(const struct weft_scratchpad_peer *peer, int32_t owed)
{
    return owed >= WEFT_CREDIT_BATCH - 1 ||
           (WEFT_CREDIT_BATCH > WEFT_SCRATCHPAD_SLOTS / 2 && weft_scratchpad_must_tell(peer));
}

static inline void tell(struct weft_scratchpad_peer *peer, struct weft_peer *from)
{
    const bool gives = from->owed >= WEFT_CREDIT_BATCH - 1;
    from->owed -= gives ? WEFT_CREDIT_BATCH : 0;
    weft_scratchpad_tell(peer, gives);
}

/* Copies the data of a message that is otherwise done with. */
__attribute__((noinline)) static uint32_t get(uint32_t *data, uint32_t length, const struct weft_scratchpad_slot *slot,
                                              uint32_t word, struct weft_scratchpad_peer *peer, struct weft_peer *from,
                                              bool tells)
{
    weft_scratchpad_get_block(data, length, slot, word);
    if (tells) {
        tell(peer, from);
    }
    return length;
}

uint32_t weft_scratchpad_collect(void *data, uint32_t capacity, struct weft_peer *from, uint32_t label, uint32_t waited)
{
    struct weft_scratchpad_peer *peer = &weft_scratchpad_peers[node_of(from)];
    const struct weft_scratchpad_slot *const slot = peer->next_in;
    if (from->receive_word == 0 || !weft_link_direct(data) || !slot) {
        return WEFT_SCRATCHPAD_NONE;
    }
    const uint32_t number = peer->number_in;
    uint32_t empty = number + label + WEFT_SCRATCHPAD_HERE;
    note(peer, from);
    bool tells = must_tell(peer, from->owed);
    COMPUTE_NOW(peer);
    COMPUTE_NOW(empty);
    COMPUTE_NOW(tells);
    uint32_t word = slot->word;
    if (!weft_scratchpad_is_new(word, number) && from->credits <= FEW_CREDITS) {
        hear(peer, from);
    }
    for (uint32_t polls = WEFT_SCRATCHPAD_OWN_POLLS; !weft_scratchpad_is_new(word, number); polls--) {
        if (polls == 0) {
            return collect_later(data, capacity, from, empty - number - WEFT_SCRATCHPAD_HERE,
                                 waited + WEFT_SCRATCHPAD_OWN_POLLS);
        }
        word = slot->word;
    }
    const uint32_t length = (word - empty) >> WEFT_SCRATCHPAD_LENGTH_SHIFT;
    if (!WEFT_LIKELY(length <= capacity)) {
        return take_back(peer, from);
    }
    if (!WEFT_LIKELY(length == 4)) {
        return get(data, length, slot, word, peer, from, tells);
    }
    *(uint32_t *)data = weft_scratchpad_first(slot, number, word);
    if (!WEFT_LIKELY(!tells)) {
        tell(peer, from);
    }
    return 4;
}
