/* Messages in rings, and words that go where they are wanted. */
#include "link/link.h"

#include <weft/interrupt.h>

#include "copy.h"
#include "link/accel/accelerator.h"

#define LOOKS 64      /* for a message that may be about to come, before the core sleeps */
#define PATIENCE 128u /* looks at a transfer that should be over soon */

static const uint32_t addresses[WEFT_PEERS] = WEFT_HIBI_PEER_ADDRESSES;

/* Sending. */

static bool is_free(void)
{
    uint32_t looks = 0;
    while (!weft_hibi_is_sent()) {
        if (++looks == PATIENCE) {
            return false;
        }
    }
    return true;
}

static void wait_until_free(void)
{
    while (!weft_hibi_is_sent()) {
    }
}

static inline uint32_t stream_of(uint32_t node)
{
    return weft_wire_stream(addresses[node], weft_hibi.node);
}

bool weft_hibi_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const uint32_t words = (length + 3) / 4;
    if (weft_accel_is(node)) {
        return weft_accel_try_send(node, label, buffer, length);
    }
    if (!is_free()) {
        return false;
    }
    weft_hibi.outgoing[0] = weft_wire_head(weft_hibi.node, label, length);
    weft_copy_words(&weft_hibi.outgoing[1], buffer, words);
    weft_hibi_begin(weft_hibi.outgoing, 1 + words, stream_of(node));
    return true;
}

bool weft_bus_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    return weft_hibi_try_send(node, label, buffer, length);
}

/* What is behind the last whole word goes with the request word. */
void weft_hibi_stream_out(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const uint32_t *const words = buffer;
    wait_until_free();
    if (length <= WEFT_LINK_BLOCK) {
        weft_hibi_try_send(node, label, buffer, length);
    } else {
        weft_hibi.outgoing[0] = weft_wire_head(weft_hibi.node, label, length);
        weft_hibi.outgoing[1] = length % 4 != 0 ? words[length / 4] : 0;
        weft_hibi_begin(weft_hibi.outgoing, 1 + weft_wire_words(length, WEFT_LINK_BLOCK), stream_of(node));
        weft_hibi_send(words, length / 4, weft_wire_bulk(addresses[node], weft_hibi.node));
    }
    wait_until_free();
}

/* Receiving. */

static inline uint32_t *word_at(uint32_t peer, uint32_t ahead)
{
    return &weft_hibi.rings[peer][(weft_hibi.peers[peer].next + ahead) % WEFT_HIBI_RING];
}

static void consume(uint32_t node, uint32_t words)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[node];
    peer->next = (peer->next + words) % WEFT_HIBI_RING;
    peer->held -= words;
    weft_hibi_consume(node, words);
}

/* Words of a message in its ring. */
static inline uint32_t size_of(weft_word head)
{
    return 1 + weft_wire_words((uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head), WEFT_LINK_BLOCK);
}

/* Makes a peer's next message the head, if it is there as a whole. */
static weft_word hear(uint32_t node)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[node];
    while (peer->held > 0) {
        const weft_word head = *word_at(node, 0);
        if (WEFT_LIKELY(head != WEFT_WIRE_CREDIT)) {
            return size_of(head) <= peer->held ? head : 0;
        }
        peer->given = true;
        consume(node, 1);
    }
    return 0;
}

static weft_word look_at(uint32_t node)
{
    if (weft_accel_is(node)) {
        return weft_accel_look(node);
    }
    weft_hibi.peers[node].held = weft_hibi_held(node);
    return hear(node);
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

/* The peers that have something here, one bit each: words in their streams, or, of accelerators, an answer. */
static inline uint32_t ready_peers(void)
{
    const uint32_t pending = *weft_hibi_register(WEFT_HIBI_DMA_PENDING);
    const uint32_t streams = (1u << WEFT_PEERS) - 1u;
    return (pending & streams) | (pending >> WEFT_HIBI_DMA_STREAMS & WEFT_ACCELERATOR_BITS);
}

/* The peers that have something in turn, from the one behind the last. */
weft_word weft_hibi_look(void)
{
    uint32_t ready = ready_peers();
    while (ready != 0 && weft_hibi.head == 0) {
        weft_hibi.turn = next_of(ready, weft_hibi.turn);
        ready &= ~(1u << weft_hibi.turn);
        weft_hibi.head = look_at(weft_hibi.turn);
    }
    return weft_hibi.head;
}

/* Has the words of a long message taken where they are wanted. That they have waited has been noted as unknown. */
static void fetch(uint32_t node, uint32_t *words, uint32_t count)
{
    const uint32_t channel = WEFT_HIBI_DMA_STREAMS + node;
    weft_hibi_receive(channel, words, count, weft_wire_bulk(weft_hibi_address(weft_hibi.node), node));
    while (!weft_hibi_is_received(channel)) {
    }
    *weft_hibi_register(WEFT_HIBI_DMA_PENDING) = 1u << channel | WEFT_HIBI_DMA_UNKNOWN;
}

/* A block that does not end with a word, whose last word is taken apart. */
static __attribute__((noinline)) void copy_bytes(uint32_t node, uint8_t *to, uint32_t length)
{
    for (uint32_t at = 0; at < length; at += 4) {
        weft_copy(to + at, word_at(node, 1 + at / 4), length - at < 4 ? length - at : 4);
    }
}

/* A block, of which the ring may have its end at its beginning. */
static inline void copy_block(uint32_t node, void *to, uint32_t length)
{
    uint32_t *const words = to;
    if (!WEFT_LIKELY(length % 4 == 0)) {
        copy_bytes(node, to, length);
        return;
    }
    for (uint32_t word = 0; word < length / 4; word++) {
        words[word] = *word_at(node, 1 + word);
    }
}

/* What is no block in a ring: an answer, or a message whose words wait elsewhere. */
static __attribute__((noinline)) void take_other(uint32_t node, uint8_t *to, uint32_t length)
{
    if (weft_accel_is(node)) {
        weft_accel_take(node, to);
        return;
    }
    weft_copy(to + length / 4 * 4, word_at(node, 1), length % 4);
    fetch(node, (uint32_t *)(void *)to, length / 4);
    consume(node, size_of(weft_hibi.head));
}

void weft_bus_take(void *buffer)
{
    const uint32_t node = weft_hibi.turn;
    const uint32_t length = (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, weft_hibi.head);
    if (!WEFT_LIKELY(length <= WEFT_LINK_BLOCK) || weft_accel_is(node)) {
        take_other(node, buffer, length);
    } else {
        copy_block(node, buffer, length);
        consume(node, 1 + (length + 3) / 4);
    }
    weft_hibi.head = 0;
}

/* The controller interrupts as long as there is something in a ring: nothing can be missed. */
static void sleep_until_pending(void)
{
    const uint32_t on = weft_interrupts_off();
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    weft_interrupts_restore(on);
}

weft_word weft_bus_wait(void)
{
    uint32_t looks = 0;
    while (weft_link_head() == 0) {
        if (++looks % LOOKS == 0) {
            sleep_until_pending();
        }
    }
    return weft_hibi.head;
}

/* Credits. */

/* An accelerator counts none: whatever it is sent has been answered before the next. */
void weft_hibi_give_credit(uint32_t node)
{
    if (weft_accel_is(node)) {
        return;
    }
    wait_until_free();
    weft_hibi.credit = WEFT_WIRE_CREDIT;
    weft_hibi_begin(&weft_hibi.credit, 1, stream_of(node));
}

/* A credit may lie before the next message. */
bool weft_hibi_take_credit(uint32_t node)
{
    weft_link_head();
    const bool given = weft_hibi.peers[node].given || weft_accel_is(node);
    weft_hibi.peers[node].given = false;
    return given;
}
