/* Small messages in a straight line. Those who wait call no other function while they do: they save no registers, and
 * what can be computed before the message comes is computed then. */
#include "link/link.h"

#include "news.h"

/* Makes the compiler compute a value here and not later. */
#define COMPUTE_NOW(value) __asm__("" : "+r"(value))

/* Collects what credits a rank has given, or closes the way to it. */
__attribute__((noinline)) static void collect_credits(uint32_t rank)
{
    if (weft_scratchpad_collect_credit((uint32_t)weft_send_gates[rank])) {
        weft_self()->peers[rank].credits = WEFT_CREDIT_BATCH;
    } else {
        weft_send_gates[rank] = WEFT_GATE_CLOSED;
    }
}

void weft_scratchpad_sent(struct weft_scratchpad_peer *peer, uint32_t rank)
{
    weft_scratchpad_count(peer);
    if (!WEFT_LIKELY(--weft_self()->peers[rank].credits > 0)) {
        collect_credits(rank);
    }
}

static uint32_t node_of(const struct weft_peer *from)
{
    return WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, from->receive_word);
}

/* The message has not come for a while. */
__attribute__((noinline)) static uint32_t collect_later(void *data, uint32_t capacity, struct weft_peer *from,
                                                        uint32_t label)
{
    const uint32_t node = node_of(from);
    const struct weft_scratchpad_peer *const peer = &weft_scratchpad_peers[node];
    uint32_t looks = weft_scratchpad.vain += WEFT_SCRATCHPAD_PATIENCE;
    while (!weft_scratchpad_others(node)) {
        if (looks < WEFT_SCRATCHPAD_QUICK || weft_scratchpad_is_new(peer->next_in->word, peer->number_in)) {
            return weft_scratchpad_collect(data, capacity, from, label);
        }
        weft_scratchpad_pause(looks++);
    }
    weft_scratchpad.vain = 0;
    return WEFT_SCRATCHPAD_NONE;
}

/* Credits are given one message before they are due, so that the sender rarely waits for them. */
static inline bool must_give(int32_t owed)
{
    return owed >= WEFT_CREDIT_BATCH - 1;
}

/* The sender must be told of the message that was taken. */
__attribute__((noinline)) static uint32_t tell(uint32_t length, struct weft_scratchpad_peer *peer,
                                               struct weft_peer *from)
{
    const bool gives = must_give(from->owed);
    from->owed -= gives ? WEFT_CREDIT_BATCH : 0;
    weft_scratchpad_tell(peer, gives);
    return length;
}

/* Copies the data of a message that is otherwise done with. */
__attribute__((noinline)) static uint32_t get(void *data, const struct weft_scratchpad_slot *slot, uint32_t length,
                                              struct weft_scratchpad_peer *peer, struct weft_peer *from, bool tells)
{
    weft_scratchpad_get(data, slot->data, length);
    return tells ? tell(length, peer, from) : length;
}

uint32_t weft_scratchpad_collect(void *data, uint32_t capacity, struct weft_peer *from, uint32_t label)
{
    const uint32_t node = node_of(from);
    struct weft_scratchpad_peer *peer = &weft_scratchpad_peers[node];
    const struct weft_scratchpad_slot *const slot = peer->next_in;
    if (from->receive_word == 0 || !weft_link_direct(data) || !slot) {
        return WEFT_SCRATCHPAD_NONE;
    }
    const uint32_t number = peer->number_in;
    uint32_t empty = number + label;
    struct weft_scratchpad_slot *behind = weft_scratchpad_behind(peer->next_in, peer->here);
    uint8_t *seen = weft_scratchpad_seen_of(node);
    int32_t owed = from->owed + 1;
    bool tells = must_give(owed) || weft_scratchpad_must_tell(peer);
    COMPUTE_NOW(peer);
    COMPUTE_NOW(empty);
    COMPUTE_NOW(behind);
    COMPUTE_NOW(seen);
    COMPUTE_NOW(owed);
    COMPUTE_NOW(tells);
    uint32_t word;
    uint32_t looks = WEFT_SCRATCHPAD_PATIENCE;
    do {
        if (looks-- == 0) {
            return collect_later(data, capacity, from, empty - number);
        }
        word = slot->word;
    } while (!weft_scratchpad_is_new(word, number));
    const uint32_t length = word - empty;
    if (!WEFT_LIKELY(length <= capacity)) {
        return WEFT_SCRATCHPAD_NONE;
    }
    const bool is_word = length == 4;
    if (WEFT_LIKELY(is_word)) {
        *(uint32_t *)data = slot->data[0];
    }
    *seen = (uint8_t)(number >> WEFT_SCRATCHPAD_NUMBER_SHIFT);
    peer->next_in = behind;
    peer->number_in = number + WEFT_SCRATCHPAD_NUMBER;
    from->owed = owed;
    weft_scratchpad.vain = 0;
    if (!WEFT_LIKELY(is_word)) {
        return get(data, slot, length, peer, from, tells);
    }
    return WEFT_LIKELY(!tells) ? length : tell(length, peer, from);
}
