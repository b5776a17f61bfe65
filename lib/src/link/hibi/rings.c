/* Words by transfers and into rings, as the published controller has them: few are copied behind their request word and
 * sent with it, many go by a transfer from the buffer where they are. The receiver copies them from its ring, unless it
 * has posted a receive.
 */
#include "link_port.h"

#if !WEFT_HIBI_SINGLE_WORDS

#include <stddef.h>
#include <weft/interrupt.h>

#include "arch/copy.h"
#include "link/hibi/posted_receive.h"
#include "link/hibi/ring.h"
#include "link/hibi/sort.h"

#define LOOKS 1024 /* for a message that may be about to come, before the core sleeps */

/* Of the registers it writes those that have another value: the last transfer of this kind has left most as
 * they are to be. */
void weft_hibi_prepare(uint32_t target, uint32_t count)
{
    const struct weft_hibi_peer *const peer = (const struct weft_hibi_peer *)target;
    const uint32_t prepared = weft_hibi.prepared - weft_hibi_short(target, 0); /* words, if it was for this peer */
    if (prepared == count) {
        weft_hibi_again();
    } else if (prepared <= WEFT_HIBI_COPIED) {
        weft_hibi_again_with(1 + count);
    } else {
        weft_hibi_begin(weft_hibi.outgoing, 1 + count, peer->stream);
    }
    weft_hibi.prepared = weft_hibi_short(target, count);
}

void weft_hibi_send_head(const struct weft_hibi_peer *peer, weft_word word)
{
    weft_hibi.outgoing[0] = word;
    weft_hibi_prepare((uint32_t)peer, 0);
    weft_hibi_wait_until_sent();
}

/* The channel is ready before the first word comes, or soon after, and words wait for it. */
void weft_hibi_call_for(const struct weft_hibi_peer *peer, weft_word note, void *words, uint32_t count)
{
    weft_hibi.outgoing[0] = note;
    weft_hibi_prepare((uint32_t)peer, 0);
    weft_hibi_begin_to_receive(weft_hibi_number_of(peer), words, count);
    weft_hibi_wait_until_sent();
}

/* Functions of their own: to send a few words needs no registers saved. */
__attribute__((noinline)) static bool send_bytes(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    weft_hibi.outgoing[0] = head;
    weft_copy(&weft_hibi.outgoing[1], data, length);
    weft_hibi_prepare(target, (length + 3) / 4);
    weft_hibi_wait_until_sent();
    return true;
}

__attribute__((noinline)) static bool send_block(struct weft_hibi_peer *peer, weft_word head, const void *data,
                                                 uint32_t length)
{
    if (!weft_link_direct(data)) {
        return false;
    }
    weft_hibi_send_head(peer, head);
    weft_hibi.prepared = 0;
    weft_hibi_set_words(data, (length + 3) / 4);
    weft_hibi_begin_to(length < WEFT_HIBI_POSTED_LEAST ? peer->stream : weft_hibi_destination(peer, length));
    weft_hibi_wait_until_sent();
    return true;
}

bool weft_hibi_send_other(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    return length > 4 * WEFT_HIBI_COPIED ? send_block((struct weft_hibi_peer *)target, head, data, length)
                                         : send_bytes(target, head, data, length);
}

bool weft_hibi_pass_note(struct weft_hibi_peer *peer)
{
    const weft_word word = *peer->next;
    const bool is_note = !weft_wire_is_message(word);
    if (is_note) {
        weft_hibi_note(word);
        weft_ring_consume(peer, 1);
    }
    return is_note;
}

static uint32_t take_word(struct weft_hibi_peer *peer)
{
    while (*peer->held == 0) {
    }
    weft_hibi_in_order();
    const uint32_t word = *peer->next;
    weft_ring_consume(peer, 1);
    return word;
}

/* The first bit behind `last`, going round; there is one. */
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

/* Each peer has its turn. */
static weft_word choose(uint32_t ready)
{
    uint32_t streams = ready & ~WEFT_ACCELERATOR_BITS;
    weft_word head = 0;
    while (streams != 0 && head == 0) {
        weft_hibi.turn = next_of(streams, weft_hibi.turn);
        streams &= ~(1u << weft_hibi.turn);
        head = weft_hibi_sort(take_word(&weft_hibi.peers[weft_hibi.turn]));
    }
    weft_hibi.head = head != 0 ? head : weft_hibi_answer(ready);
    return weft_hibi.head;
}

weft_word weft_hibi_look(void)
{
    return choose(weft_hibi_ready());
}

/* The controller interrupts as long as there is something in a ring: nothing can be missed. */
static void sleep_until_pending(void)
{
    const uint32_t on = weft_interrupts_off();
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    weft_interrupts_restore(on);
}

weft_word weft_link_wait_head(void)
{
    weft_word head = weft_hibi.head;
    for (uint32_t looks = 1; head == 0; looks++) {
        const uint32_t ready = weft_hibi_ready();
        if (ready != 0) {
            head = choose(ready);
        } else if (looks % LOOKS == 0) {
            sleep_until_pending();
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

/* Copies data that lie in one piece in the ring, four words at a time. They come sooner than they are copied, so that
 * there is mostly nothing to wait for. */
static inline void copy_piece(const struct weft_hibi_peer *peer, void *data, uint32_t length)
{
    const weft_hibi_word *from = peer->next;
    weft_hibi_word *to = data;
    uint32_t held = 0;
    for (uint32_t wanted = 4; length >= 16; wanted += 4, length -= 16, from += 4, to += 4) {
        while (!WEFT_LIKELY(held >= wanted)) {
            held = *peer->held;
        }
        weft_hibi_in_order();
        const uint32_t a = from[0];
        const uint32_t b = from[1];
        const uint32_t c = from[2];
        const uint32_t d = from[3];
        to[0] = a;
        to[1] = b;
        to[2] = c;
        to[3] = d;
    }
    await_words(peer, (uint32_t)(from - peer->next) + (length + 3) / 4);
    weft_hibi_unpack(to, from, length);
}

/* In pieces that end with the ring. A function of its own: a posted receive need not save registers for it. */
__attribute__((noinline)) static void copy_block(struct weft_hibi_peer *peer, uint8_t *bytes, uint32_t length)
{
    while (length > 0) {
        const uint32_t words = smaller((length + 3) / 4, (uint32_t)(peer->end - peer->next));
        const uint32_t piece = smaller(length, words * 4);
        if (WEFT_LIKELY((uintptr_t)bytes % 4 == 0)) {
            copy_piece(peer, bytes, piece);
        } else {
            await_words(peer, words);
            weft_copy(bytes, peer->next, piece);
        }
        weft_ring_consume(peer, words);
        bytes += piece;
        length -= piece;
    }
}

__attribute__((noinline)) static void take_block(struct weft_hibi_peer *peer, void *buffer, uint32_t length)
{
    if (length < WEFT_HIBI_POSTED_LEAST || !weft_hibi_post_receive(peer, buffer, length)) {
        copy_block(peer, buffer, length);
    }
}

uint32_t weft_hibi_collect_words(struct weft_hibi_peer *peer, void *data, uint32_t length)
{
    if (length < WEFT_HIBI_POSTED_LEAST && length <= weft_hibi_room(peer, peer->next, WEFT_HIBI_POSTED_LEAST)) {
        const uint32_t words = 1 + (length + 3) / 4;
        await_words(peer, words);
        weft_copy(data, peer->next + 1, length);
        weft_ring_consume(peer, words);
    } else {
        weft_ring_consume(peer, 1);
        take_block(peer, data, length);
    }
    return length;
}

static inline uint32_t length_for(const struct weft_fast_from *from, weft_word head)
{
    return (head & ~from->either) - (from->word & ~from->either) + 4;
}

/* Functions of their own: a short message of the second context needs no registers saved. */
__attribute__((noinline)) static uint32_t collect_long(const struct weft_fast_from *from, struct weft_hibi_peer *peer,
                                                       void *data, uint32_t length)
{
    const weft_word head = *peer->next;
    return weft_hibi_told(from, head, weft_hibi_collect_words(peer, data, length));
}

/* A message of more than a block has cost no credit. */
__attribute__((noinline)) static uint32_t collect_awaited(const struct weft_fast_from *from,
                                                          struct weft_hibi_peer *peer, void *data, uint32_t length)
{
    const weft_word head = *peer->next;
    if (!weft_link_direct(data)) {
        return UINT32_MAX;
    }
    from->peer->owed--;
    weft_ring_consume(peer, 1);
    weft_hibi.turn = (uint32_t)(peer - weft_hibi.peers);
    weft_hibi_await_words(weft_hibi.turn, data, length);
    return weft_hibi_told(from, head, length);
}

uint32_t weft_hibi_collect_second(const struct weft_fast_from *from, struct weft_hibi_peer *peer, void *data,
                                  uint32_t length)
{
    const weft_word head = *peer->next;
    weft_hibi_take_short(peer, *peer->held, data, length);
    return weft_hibi_told(from, head, length);
}

__attribute__((noinline)) static uint32_t
collect_behind_notes(const struct weft_fast_from *from, struct weft_hibi_peer *peer, void *data, uint32_t capacity)
{
    while (weft_hibi_pass_note(peer)) {
        if (weft_hibi_await(peer) == 0) {
            return UINT32_MAX;
        }
    }
    return weft_hibi_collect(from, data, capacity);
}

uint32_t weft_hibi_collect_slowly(const struct weft_fast_from *from, void *data, uint32_t capacity)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, from->word)];
    const weft_word head = *peer->next;
    if (!weft_wire_is_message(head)) {
        return collect_behind_notes(from, peer, data, capacity);
    }
    const uint32_t length = length_for(from, head);
    if (length > WEFT_LINK_BLOCK) {
        return length <= capacity ? collect_awaited(from, peer, data, length) : UINT32_MAX;
    }
    return length <= capacity ? collect_long(from, peer, data, length) : UINT32_MAX;
}

void weft_hibi_take_rest(void *buffer, uint32_t length)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[weft_hibi.turn];
    const uint32_t words = (length + 3) / 4;
    if (words == 0) {
        return;
    }
    if (words > WEFT_HIBI_COPIED || peer->next + words > peer->end || (uintptr_t)buffer % 4 != 0) {
        take_block(peer, buffer, length);
        return;
    }
    await_words(peer, words);
    weft_hibi_unpack(buffer, peer->next, length);
    weft_ring_consume(peer, words);
}

#endif
