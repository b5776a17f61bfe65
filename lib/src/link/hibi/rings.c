/* Sending by transfers and receiving from rings, as with the published controller. A few words are copied after their
 * request word and sent with it; more go by a transfer from the sender's buffer. The receiver copies words from its
 * ring, unless it has posted a receive.
 */
#include "link_port.h"

#if !WEFT_HIBI_SINGLE_WORDS

#include <stddef.h>

#include "arch/copy.h"
#include "link/hibi/posted_receive.h"
#include "link/hibi/sort.h"

void weft_hibi_send_head(const struct weft_hibi_peer *peer, weft_word word)
{
    weft_hibi.outgoing[0] = word;
    weft_hibi_begin_outgoing(peer, 1);
    weft_hibi_wait_until_sent();
    weft_hibi_prepare_again();
}

/* Not inlined: so weft_hibi_send_other() need not save registers to send a few words. */
__attribute__((noinline)) static bool send_bytes(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    weft_hibi.outgoing[0] = head;
    weft_copy(&weft_hibi.outgoing[1], data, length);
    weft_hibi_begin_outgoing(weft_hibi_at(target), 1 + (length + 3) / 4);
    weft_hibi_wait_until_sent();
    weft_hibi_prepare_again();
    return true;
}

bool weft_hibi_send_other(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    if (length <= 4 * WEFT_HIBI_COPIED) {
        return send_bytes(target, head, data, length);
    }
    const bool is_direct = weft_link_direct(data);
    if (is_direct) {
        weft_hibi_send_block(target, head, data, length);
    }
    return is_direct;
}

/* WEFT_WIRE_AWAITED stays in the ring for the sender that waits for it. */
bool weft_hibi_pass_note(struct weft_hibi_peer *peer)
{
    const weft_word word = *peer->next;
    const bool is_note = !weft_wire_is_message(word) && !weft_wire_is_awaited(word);
    if (is_note) {
        weft_hibi_note(word);
        weft_ring_consume(peer, 1);
    }
    return is_note;
}

static weft_word take_head(struct weft_hibi_peer *peer)
{
    while (*peer->held == 0) {
    }
    weft_hibi_in_order();
    const weft_word word = weft_hibi_peek(peer->next);
    weft_ring_consume(peer, 1);
    return word;
}

/* Returns the index of the first set bit after `last`, wrapping around; at least one is set. */
static inline uint32_t next_of(uint32_t bits, uint32_t last)
{
    const uint32_t behind = bits & ~((2u << last) - 1u);
    uint32_t rest = behind != 0 ? behind : bits;
    uint32_t first = 0;
    while ((rest & 1u) == 0) {
        rest >>= 1;
        first++;
    }
    return first;
}

/* Serves the peers round robin, until there is a head. */
static weft_word choose(uint32_t ready)
{
    uint32_t streams = ready & ~WEFT_ACCELERATOR_BITS;
    weft_word head = 0;
    while (streams != 0 && head == 0) {
        weft_hibi.turn = next_of(streams, weft_hibi.turn);
        streams &= ~(1u << weft_hibi.turn);
        head = weft_hibi_sort(take_head(&weft_hibi.peers[weft_hibi.turn]));
    }
    weft_hibi.head = head != 0 ? head : weft_hibi_answer(ready);
    return weft_hibi.head;
}

weft_word weft_hibi_look(void)
{
    return choose(weft_hibi_ready());
}

/* No interrupt wakes a core when a packet has come into an armed buffer, or credit for one: the core polls for these.
 * When there is one, weft_link_wait_head() returns without a head. */
#ifdef WEFT_LINK_ARMS
static inline bool has_armed(void)
{
    return (weft_armed_from.is_awaited && weft_armed_has_come()) ||
           (weft_armed_to.is_awaited && weft_armed_has_credit());
}
#else
static inline bool has_armed(void)
{
    return false;
}
#endif

weft_word weft_link_wait_head(void)
{
    weft_word head = weft_hibi.head;
    for (uint32_t looks = 1; head == 0 && !has_armed(); looks++) {
        const uint32_t ready = weft_hibi_ready();
        if (ready != 0) {
            head = choose(ready);
        } else if (looks % WEFT_HIBI_LOOKS == 0 && !weft_armed_is_awaited()) {
            weft_hibi_sleep();
        }
    }
    return head;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Waits until the ring holds `words` words. */
static inline void await_words(const struct weft_hibi_peer *peer, uint32_t words)
{
    while (*peer->held < words) {
    }
    weft_hibi_in_order();
}

static inline void copy_four(weft_hibi_word *to, const weft_hibi_word *from)
{
    const uint32_t a = from[0];
    const uint32_t b = from[1];
    const uint32_t c = from[2];
    const uint32_t d = from[3];
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
}

/* Copies data that are contiguous in the ring, after `before` other words, four words at a time. Words come faster than
 * they are copied, so that the loop hardly ever waits. */
static inline void copy_piece(const struct weft_hibi_peer *peer, uint32_t before, void *data, uint32_t length)
{
    volatile uint32_t *const held_by = peer->held;
    const weft_hibi_word *from = peer->next + before;
    weft_hibi_word *to = data;
    uint32_t held = *held_by;
    uint32_t wanted = before + 4;
    for (const weft_hibi_word *const end = from + length / 16 * 4; from != end; wanted += 4, from += 4, to += 4) {
        while (!WEFT_LIKELY(held >= wanted)) {
            held = *held_by;
        }
        weft_hibi_in_order();
        copy_four(to, from);
    }
    if (length % 16 != 0) {
        await_words(peer, before + (length + 3) / 4);
        weft_hibi_unpack(to, from, length % 16);
    }
}

/* Copies in pieces, none of which wraps around the ring's end. */
void weft_hibi_copy_block(struct weft_hibi_peer *peer, void *buffer, uint32_t length)
{
    uint8_t *bytes = buffer;
    while (length > 0) {
        const uint32_t words = smaller((length + 3) / 4, (uint32_t)(weft_ring_end(peer) - peer->next));
        const uint32_t piece = smaller(length, words * 4);
        if (WEFT_LIKELY((uintptr_t)bytes % 4 == 0)) {
            copy_piece(peer, 0, bytes, piece);
        } else {
            await_words(peer, words);
            weft_copy(bytes, peer->next, piece);
        }
        weft_ring_consume(peer, words);
        bytes += piece;
        length -= piece;
    }
}

void weft_hibi_take_several(struct weft_hibi_peer *link, void *data, uint32_t length)
{
    const uint32_t words = 1 + (length + 3) / 4;
    uint32_t *behind = link->next + words;
    WEFT_COMPUTE_NOW(behind);
    if (length >= WEFT_HIBI_POSTED_LEAST || behind >= link->last || (uintptr_t)data % 4 != 0) {
        weft_hibi_take_block(link, data, length, 1);
        return;
    }
    copy_piece(link, 1, data, length);
    link->next = behind;
    *link->held = words;
}

void weft_hibi_take_long(struct weft_hibi_peer *link, void *data, uint32_t length)
{
    weft_hibi_begin_to_take(link, data, length);
    weft_hibi_end_take(link, data, length);
}

/* Waits until a peer's stream has words. False: another peer's stream has some, or a request waits for something else
 * and nothing has come for a while. */
static bool await_any(volatile uint32_t *held)
{
    for (uint32_t looks = 1; *held == 0; looks++) {
        if ((*weft_hibi_register(WEFT_HIBI_DMA_PENDING) & WEFT_HIBI_OF_PEERS) != 0) {
            return *held != 0;
        }
        if (looks % WEFT_HIBI_LOOKS == 0) {
            if (weft_armed_is_awaited()) {
                return false;
            }
            weft_hibi_sleep();
        }
    }
    return true;
}

/* Takes a message whose request word has come, if it is wanted. */
static uint32_t collect(const struct weft_hibi_from *from, struct weft_hibi_peer *link, void *data, uint32_t capacity)
{
    const uint32_t length = (weft_hibi.collected & from->both) - ((from->word - 4u) & from->both);
    if (length > capacity || (length > WEFT_LINK_BLOCK && !weft_link_direct(data))) {
        return UINT32_MAX;
    }
    from->peer->owed -= length > WEFT_LINK_BLOCK; /* it has cost no credit */
    weft_hibi_take_left(link, data, length);
    return length;
}

/* If there is a head, its data are next in the ring, and no other request word can be read before them. */
uint32_t weft_hibi_collect(const struct weft_hibi_from *from, void *data, uint32_t capacity)
{
    struct weft_hibi_peer *const link = weft_hibi_link_of(from);
    if (weft_hibi.head != 0) {
        return UINT32_MAX;
    }
    weft_hibi_consume_late();
    do {
        if (!await_any(link->held)) {
            return UINT32_MAX;
        }
        weft_hibi_in_order();
        weft_hibi.collected = weft_hibi_peek(link->next);
    } while (!weft_wire_is_message(weft_hibi.collected) && weft_hibi_pass_note(link));
    return collect(from, link, data, capacity);
}

void weft_hibi_take_rest(void *buffer, uint32_t length)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[weft_hibi.turn];
    const uint32_t words = (length + 3) / 4;
    if (words == 0) {
        return;
    }
    if (words > WEFT_HIBI_COPIED || peer->next + words > weft_ring_end(peer) || (uintptr_t)buffer % 4 != 0) {
        weft_hibi_take_block(peer, buffer, length, 0);
        return;
    }
    await_words(peer, words);
    weft_hibi_unpack(buffer, peer->next, length);
    weft_ring_consume(peer, words);
}

#endif
