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

/* Sends the request word and `count` words behind it. Of the controller's registers it writes those that have another
 * value: the last transfer of this kind has left most as they are to be. */
static inline void send_copied(const struct weft_hibi_peer *peer, weft_word head, uint32_t count)
{
    weft_hibi.outgoing[0] = head;
    if (weft_hibi.prepared != peer) {
        weft_hibi_begin(weft_hibi.outgoing, 1 + count, peer->stream);
    } else if (weft_hibi.prepared_words != count) {
        weft_hibi_again_with(1 + count);
    } else {
        weft_hibi_again();
    }
    weft_hibi.prepared = peer;
    weft_hibi.prepared_words = count;
    weft_hibi.ready = count == 1 ? peer : NULL;
    weft_hibi_wait_until_sent();
}

/* Functions of their own: to send a few words needs no registers saved. */
__attribute__((noinline)) static bool send_bytes(const struct weft_hibi_peer *peer, weft_word head, const void *data,
                                                 uint32_t length)
{
    weft_copy(&weft_hibi.outgoing[1], data, length);
    send_copied(peer, head, (length + 3) / 4);
    return true;
}

__attribute__((noinline)) static bool send_block(struct weft_hibi_peer *peer, weft_word head, const void *data,
                                                 uint32_t length)
{
    if (!weft_link_direct(data)) {
        return false;
    }
    weft_hibi_send_single(head, peer->stream);
    weft_hibi_send_words(data, (length + 3) / 4,
                         length < WEFT_HIBI_POSTED_LEAST ? peer->stream : weft_hibi_destination(peer, length));
    return true;
}

bool weft_hibi_send_other(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    struct weft_hibi_peer *const peer = (struct weft_hibi_peer *)target;
    const uint32_t count = (length + 3) / 4;
    const uint32_t *word = data;
    if (count > WEFT_HIBI_COPIED) {
        return send_block(peer, head, data, length);
    }
    if ((uintptr_t)data % 4 != 0) {
        return send_bytes(peer, head, data, length);
    }
    for (uint32_t *to = &weft_hibi.outgoing[1]; to <= &weft_hibi.outgoing[count]; to++) {
        *to = *word++;
    }
    send_copied(peer, head, count);
    return true;
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

/* As they come, in pieces that end with what is there, or with the ring. */
static void copy_words(struct weft_hibi_peer *peer, uint32_t *words, uint32_t count)
{
    while (count > 0) {
        const uint32_t piece = smaller(smaller(*peer->held, count), (uint32_t)(peer->end - peer->next));
        weft_hibi_in_order();
        weft_copy_words(words, peer->next, piece);
        if (piece > 0) {
            weft_ring_consume(peer, piece);
        }
        words += piece;
        count -= piece;
    }
}

/* A function of its own: a posted receive need not save registers for it. */
__attribute__((noinline)) static void copy_block(struct weft_hibi_peer *peer, uint8_t *bytes, uint32_t length)
{
    copy_words(peer, (uint32_t *)(void *)bytes, length / 4);
    if (length % 4 != 0) {
        const uint32_t last = take_word(peer);
        weft_copy(bytes + length / 4 * 4, &last, length % 4);
    }
}

static void take_block(struct weft_hibi_peer *peer, void *buffer, uint32_t length)
{
    if (length < WEFT_HIBI_POSTED_LEAST || !weft_hibi_post_receive(peer, buffer, length)) {
        copy_block(peer, buffer, length);
    }
}

__attribute__((noinline)) static void collect_block(struct weft_hibi_peer *peer, void *data, uint32_t length)
{
    weft_ring_consume(peer, 1);
    take_block(peer, data, length);
}

/* A few words are taken with their request word. */
void weft_hibi_collect_words(struct weft_hibi_peer *peer, void *data, uint32_t length)
{
    const uint32_t count = (length + 3) / 4;
    const uint32_t *word = peer->next + 1;
    uint32_t *to = data;
    if (!WEFT_LIKELY(count <= WEFT_HIBI_COPIED) || !WEFT_LIKELY(word + count <= peer->end)) {
        collect_block(peer, data, length);
        return;
    }
    while (*peer->held <= count) {
    }
    weft_hibi_in_order();
    for (const uint32_t *const end = word + length / 4; word != end;) {
        *to++ = *word++;
    }
    if (length % 4 != 0) {
        uint8_t *byte = (uint8_t *)to;
        for (uint32_t last = *word; byte < (uint8_t *)data + length; last >>= 8) {
            *byte++ = (uint8_t)last;
        }
    }
    weft_ring_consume(peer, 1 + count);
}

uint32_t weft_hibi_take_other(const struct weft_fast_from *from, weft_word head, void *data, uint32_t capacity)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, from->word)];
    const uint32_t length = (head & ~from->either) - from->word + 4;
    if (length > capacity) {
        return weft_hibi_pass_note(peer) ? WEFT_HIBI_NOTED : UINT32_MAX;
    }
    weft_hibi_collect_words(peer, data, length);
    WEFT_RECEIVED(from->rank, from->tag, from->context + 1, 0);
    return WEFT_HIBI_TOLD + length;
}

void weft_hibi_take_rest(void *buffer, uint32_t length)
{
    take_block(&weft_hibi.peers[weft_hibi.turn], buffer, length);
}

#endif
