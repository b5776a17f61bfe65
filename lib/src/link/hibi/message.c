/* Messages in rings, and words that go where they are wanted. The common cases are short messages of whole words to and
 * from another core; what is not one of them is out of their way, in functions of its own.
 */
#include "link/link.h"

#include <weft/interrupt.h>

#include "copy.h"
#include "link/accel/accelerator.h"

#define RARE __attribute__((noinline)) static
#define LOOKS 1024    /* for a message that may be about to come, before the core sleeps */
#define PATIENCE 128u /* looks at a transfer that should be over soon */

static const uint32_t addresses[WEFT_PEERS] = WEFT_HIBI_PEER_ADDRESSES;

/* Sending. */

static void wait_until_free(void)
{
    while (!weft_hibi_is_sent()) {
    }
}

/* The transfer is begun once the last one is over. */
static inline void put(uint32_t stream, weft_word label, const uint32_t *data, uint32_t length)
{
    const uint32_t words = (length + 3) / 4;
    weft_hibi.outgoing[0] = weft_hibi.word | WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length;
    for (uint32_t word = 0; word < words; word++) {
        weft_hibi.outgoing[1 + word] = data[word];
    }
    weft_hibi_begin(weft_hibi.outgoing, 1 + words, stream);
}

/* To an accelerator, or while something is being sent. */
RARE bool try_send_later(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    if (weft_accel_is(node)) {
        return weft_accel_try_send(node, label, buffer, length);
    }
    for (uint32_t looks = 0; looks < PATIENCE; looks++) {
        if (weft_hibi_is_sent()) {
            put(weft_hibi.peers[node].stream, label, buffer, length);
            return true;
        }
    }
    return false;
}

bool weft_bus_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const uint32_t stream = weft_hibi.peers[node].stream;
    if (!WEFT_LIKELY(stream != 0) || !WEFT_LIKELY(weft_hibi_is_sent())) {
        return try_send_later(node, label, buffer, length);
    }
    put(stream, label, buffer, length);
    return true;
}

/* What is behind the last whole word goes with the request word. */
void weft_hibi_stream_out(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    const uint32_t *const words = buffer;
    const uint32_t stream = weft_hibi.peers[node].stream;
    wait_until_free();
    if (length <= WEFT_LINK_BLOCK) {
        put(stream, label, buffer, length);
    } else {
        weft_hibi.outgoing[0] = weft_wire_head(weft_hibi.node, label, length);
        weft_hibi.outgoing[1] = length % 4 != 0 ? words[length / 4] : 0;
        weft_hibi_begin(weft_hibi.outgoing, 1 + weft_wire_words(length, WEFT_LINK_BLOCK), stream);
        weft_hibi_send(words, length / 4, weft_wire_bulk(addresses[node], weft_hibi.node));
    }
    wait_until_free();
}

/* Receiving. */

static inline uint32_t *word_at(const struct weft_hibi_peer *peer, uint32_t ahead)
{
    return &peer->ring[(peer->next + ahead) % WEFT_HIBI_RING];
}

static inline void consume(struct weft_hibi_peer *peer, uint32_t words)
{
    peer->next = (peer->next + words) % WEFT_HIBI_RING;
    weft_hibi_in_order();
    *peer->held = words;
}

static inline uint32_t length_of(weft_word head)
{
    return (uint32_t)WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, head);
}

/* Words of a message in its ring. */
static inline uint32_t size_of(weft_word head)
{
    return 1 + weft_wire_words(length_of(head), WEFT_LINK_BLOCK);
}

/* A credit comes first; then there may be a message. */
RARE weft_word take_credits(struct weft_hibi_peer *peer)
{
    while (*peer->held > 0 && *word_at(peer, 0) == WEFT_WIRE_CREDIT) {
        peer->given = true;
        consume(peer, 1);
    }
    const uint32_t held = *peer->held;
    const weft_word head = *word_at(peer, 0);
    return held > 0 && head != WEFT_WIRE_CREDIT && size_of(head) <= held ? head : 0;
}

/* A peer has something: its next message, if that is there as a whole. */
static inline weft_word look_at(uint32_t node)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[node];
    if (weft_accel_is(node)) {
        return weft_accel_look(node);
    }
    const uint32_t held = *peer->held;
    weft_hibi_in_order();
    const weft_word head = *word_at(peer, 0);
    if (!WEFT_LIKELY(head != WEFT_WIRE_CREDIT)) {
        return take_credits(peer);
    }
    return WEFT_LIKELY(size_of(head) <= held) ? head : 0;
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

/* The next message of those that have something, each in its turn, becomes the head. */
static inline weft_word choose(uint32_t ready)
{
    weft_word head = 0;
    while (ready != 0 && head == 0) {
        weft_hibi.turn = next_of(ready, weft_hibi.turn);
        ready &= ~(1u << weft_hibi.turn);
        head = look_at(weft_hibi.turn);
    }
    weft_hibi.head = head;
    return head;
}

weft_word weft_hibi_look(void)
{
    return choose(ready_peers());
}

/* The controller interrupts as long as there is something in a ring: nothing can be missed. */
RARE void sleep_until_pending(void)
{
    const uint32_t on = weft_interrupts_off();
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    weft_interrupts_restore(on);
}

weft_word weft_bus_wait(void)
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

/* Has the words of a long message taken where they are wanted. That they have waited has been noted as unknown. */
static void fetch(uint32_t node, uint32_t *words, uint32_t count)
{
    const uint32_t channel = WEFT_HIBI_DMA_STREAMS + node;
    weft_hibi_receive(channel, words, count, weft_wire_bulk(weft_hibi_address(weft_hibi.node), node));
    while (!weft_hibi_is_received(channel)) {
    }
    *weft_hibi_register(WEFT_HIBI_DMA_PENDING) = 1u << channel | WEFT_HIBI_DMA_UNKNOWN;
}

/* A block that does not end with a word, or whose ring has its end in it. */
static void copy_bytes(const struct weft_hibi_peer *peer, uint8_t *to, uint32_t length)
{
    for (uint32_t at = 0; at < length; at += 4) {
        weft_copy(to + at, word_at(peer, 1 + at / 4), length - at < 4 ? length - at : 4);
    }
}

/* Whatever is not a block of whole words in one piece: an answer, a message whose words wait elsewhere. */
RARE void take_other(uint8_t *to, uint32_t length)
{
    const uint32_t node = weft_hibi.turn;
    struct weft_hibi_peer *const peer = &weft_hibi.peers[node];
    if (weft_accel_is(node)) {
        weft_accel_take(node, to);
        return;
    }
    if (length <= WEFT_LINK_BLOCK) {
        copy_bytes(peer, to, length);
    } else {
        weft_copy(to + length / 4 * 4, word_at(peer, 1), length % 4);
        fetch(node, (uint32_t *)(void *)to, length / 4);
    }
    consume(peer, size_of(weft_hibi.head));
}

void weft_bus_take(void *buffer)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[weft_hibi.turn];
    const uint32_t length = length_of(weft_hibi.head);
    const uint32_t words = length / 4;
    const bool is_piece = peer->next + 1 + words <= WEFT_HIBI_RING;
    if (WEFT_LIKELY(length <= WEFT_LINK_BLOCK && length % 4 == 0 && is_piece && peer->stream != 0)) {
        const uint32_t *const data = &peer->ring[peer->next + 1];
        for (uint32_t word = 0; word < words; word++) {
            ((uint32_t *)buffer)[word] = data[word];
        }
        consume(peer, 1 + words);
    } else {
        take_other(buffer, length);
    }
    weft_hibi.head = 0;
}

/* Credits. An accelerator counts none: whatever it is sent has been answered before the next. */

void weft_hibi_give_credit(uint32_t node)
{
    const uint32_t stream = weft_hibi.peers[node].stream;
    if (stream != 0) {
        wait_until_free();
        weft_hibi.credit = WEFT_WIRE_CREDIT;
        weft_hibi_begin(&weft_hibi.credit, 1, stream);
    }
}

/* A credit may lie before the next message. */
bool weft_hibi_take_credit(uint32_t node)
{
    weft_link_head();
    const bool given = weft_hibi.peers[node].given || weft_accel_is(node);
    weft_hibi.peers[node].given = false;
    return given;
}
