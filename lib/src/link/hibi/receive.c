/* Receiving: the next message of whichever peer, and what is not a single word.
 *
 * The request word of the message at the head has been consumed, its data have not. Two ways to get at words: by loads
 * that wait for them, or from the rings in memory.
 */
#include "link/link.h"

#include <weft/interrupt.h>

#include "copy.h"
#include "link/accel/accelerator.h"

#define LOOKS 1024 /* for a message that may be about to come, before the core sleeps */

static const uint32_t addresses[WEFT_PEERS] = WEFT_HIBI_PEER_ADDRESSES;

static inline uint32_t length_of(weft_word head)
{
    return (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head);
}

/* The peers that have something here, one bit each: words in their streams, or, of accelerators, an answer. */
static inline uint32_t ready_peers(void)
{
    const uint32_t pending = *weft_hibi_register(WEFT_HIBI_DMA_PENDING);
    const uint32_t streams = (1u << WEFT_PEERS) - 1u;
    return (pending & streams) | (pending >> WEFT_HIBI_DMA_STREAMS & WEFT_ACCELERATOR_BITS);
}

/* What an accelerator has answered. */
static weft_word answer(uint32_t ready)
{
    weft_word head = 0;
    for (uint32_t node = 0; node < WEFT_PEERS && head == 0; node++) {
        if ((ready & WEFT_ACCELERATOR_BITS) >> node & 1u) {
            head = weft_accel_look(node);
        }
    }
    return head;
}

/* A word that was consumed: a message's becomes the head. */
static weft_word sort(weft_word word)
{
    if (weft_wire_is_message(word)) {
        weft_hibi.head = word;
    } else {
        weft_hibi_note(word);
    }
    return weft_hibi.head;
}

#if WEFT_HIBI_SINGLE_WORDS
bool weft_hibi_is_noted(weft_word word)
{
    return word != 0 && sort(word) == 0;
}

weft_word weft_hibi_look(void)
{
    uint32_t ready = ready_peers();
    while ((ready & ~WEFT_ACCELERATOR_BITS) != 0 && sort(weft_hibi_next()) == 0) {
        ready = ready_peers();
    }
    weft_hibi.head = weft_hibi.head != 0 ? weft_hibi.head : answer(ready);
    return weft_hibi.head;
}

/* An accelerator's answer is no word of a stream. */
weft_word weft_hibi_wait(void)
{
    weft_word head = weft_hibi.head;
    while (head == 0) {
        const uint32_t word = weft_hibi_next();
        head = word != 0 ? sort(word) : weft_hibi_look();
    }
    return head;
}

void weft_hibi_take_rest(void *buffer, uint32_t length)
{
    uint32_t *const words = buffer;
    const uint32_t count = length / 4;
    if (count > 1 && weft_link_direct(buffer)) {
        weft_hibi_move(buffer, count);
    } else {
        for (uint32_t word = 0; word < count; word++) {
            words[word] = weft_hibi_rest();
        }
    }
    if (length % 4 != 0) {
        const uint32_t last = weft_hibi_rest();
        weft_copy(&words[count], &last, length % 4);
    }
}
#else
static inline void consume(struct weft_hibi_peer *peer, uint32_t words)
{
    peer->next += words;
    peer->next -= peer->next == peer->end ? WEFT_HIBI_RING : 0;
    weft_hibi_in_order();
    *peer->held = words;
}

bool weft_hibi_pass_note(struct weft_hibi_peer *peer)
{
    const weft_word word = *peer->next;
    const bool is_note = !weft_wire_is_message(word);
    if (is_note) {
        weft_hibi_note(word);
        consume(peer, 1);
    }
    return is_note;
}

static uint32_t take_word(struct weft_hibi_peer *peer)
{
    while (*peer->held == 0) {
    }
    weft_hibi_in_order();
    const uint32_t word = *peer->next;
    consume(peer, 1);
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
        head = sort(take_word(&weft_hibi.peers[weft_hibi.turn]));
    }
    weft_hibi.head = head != 0 ? head : answer(ready);
    return weft_hibi.head;
}

weft_word weft_hibi_look(void)
{
    return choose(ready_peers());
}

/* The controller interrupts as long as there is something in a ring: nothing can be missed. */
static void sleep_until_pending(void)
{
    const uint32_t on = weft_interrupts_off();
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    weft_interrupts_restore(on);
}

weft_word weft_hibi_wait(void)
{
    weft_word head = weft_hibi.head;
    for (uint32_t looks = 1; head == 0; looks++) {
        const uint32_t ready = ready_peers();
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

uint32_t weft_hibi_collect_words(struct weft_hibi_peer *peer, void *data, uint32_t length)
{
    consume(peer, 1);
    weft_hibi.turn = (uint32_t)(peer - weft_hibi.peers);
    weft_hibi_take_rest(data, length);
    return length;
}

/* As they come, in pieces that end with what is there, or with the ring. */
void weft_hibi_take_rest(void *buffer, uint32_t length)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[weft_hibi.turn];
    uint32_t *words = buffer;
    uint32_t left = length / 4;
    while (left > 0) {
        const uint32_t piece = smaller(smaller(*peer->held, left), (uint32_t)(peer->end - peer->next));
        weft_hibi_in_order();
        weft_copy_words(words, peer->next, piece);
        if (piece > 0) {
            consume(peer, piece);
        }
        words += piece;
        left -= piece;
    }
    if (length % 4 != 0) {
        const uint32_t last = take_word(peer);
        weft_copy(words, &last, length % 4);
    }
}
#endif

/* Has the words of a long message taken where they are wanted; its last bytes are in the stream. */
static void take_long(uint32_t node, uint8_t *to, uint32_t length)
{
    const uint32_t channel = WEFT_HIBI_DMA_STREAMS + node;
    weft_hibi_take_rest(to + length / 4 * 4, length % 4);
    weft_hibi_receive(channel, to, length / 4, weft_wire_bulk(weft_hibi_address(weft_hibi.node), node));
    weft_hibi_send_single(WEFT_WIRE_READY, weft_wire_bulk(addresses[node], weft_hibi.node));
    while (!weft_hibi_is_received(channel)) {
    }
    weft_hibi_clear(channel);
}

void weft_hibi_take(void *buffer)
{
    const weft_word head = weft_hibi.head;
    const uint32_t node = WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head);
    weft_hibi.head = 0;
    if (weft_accel_is(node)) {
        weft_accel_take(node, buffer);
    } else if (length_of(head) > WEFT_LINK_BLOCK) {
        take_long(node, buffer, length_of(head));
    } else {
        weft_hibi_take_rest(buffer, length_of(head));
    }
    if (weft_wire_is_data(head)) {
        weft_hibi_tell(node, WEFT_WIRE_TAKEN);
    }
}
