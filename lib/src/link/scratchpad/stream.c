/* The words of long messages: one ring for each ordered pair of cores, written and read at the same time.
 *
 * Words go in groups of eight, called turns, so that loops cost little. Reading a count of the words written takes as
 * long as reading a word, and so does writing one. So the last word of a turn itself shows that the turn has come: the
 * reader remembers what was there one round of the ring ago, and sees that the word has changed. So that equal data
 * differ too, these words are stored XOR a key that never repeats. If they agree all the same, the reader waits for the
 * count, which the writer shows at the end of a message, and before it waits for room.
 *
 *     turn    w0  w1  w2  w3  w4  w5  w6  w7 ^ key     the reader polls the last word; then all eight have come
 *
 * A message begins at a turn. If it ends before one does, the last word of that turn is the key alone. */
#include "link_port.h"

#include "arch/small.h"

#define RING WEFT_SCRATCHPAD_STREAM
#define TURN WEFT_SCRATCHPAD_TURN
#define LAST (TURN - 1)
#define EMPTY_POLLS 16u /* polls for a receiver that is reading the last words */

#define COUNT_LOOKS 32u /* polls for another word before a reader reads the count as well */

/* The last words, as they were stored, of the turns that were read last. */
static uint32_t seen[WEFT_CORES][RING / TURN];

/* Returns the key of the turn that ends at a count. With it neither equal words nor words that count up by ones are
 * stored as equal values. */
static inline uint32_t key_of(uint32_t count)
{
    return count * UINT32_C(0x9E3779B9);
}

static uint32_t words_of(uint32_t length)
{
    return (length + 3) / 4;
}

/* Returns the number of words in whole turns. */
static uint32_t turns_of(uint32_t length)
{
    return length / 4 / TURN * TURN;
}

/* Returns where the message after one that ends here begins. */
static uint32_t next_start(uint32_t count)
{
    return (count + TURN - 1) / TURN * TURN;
}

/* Waits until there is room for a turn after `written`. Rings the doorbell first: the receiver may not have seen that
 * there is a message. */
__attribute__((noinline)) static void await_room(struct weft_scratchpad_peer *peer, uint32_t written)
{
    weft_scratchpad_in_order();
    peer->there->written = written;
    weft_scratchpad_ring(peer, peer->number_out);
    for (uint32_t polls = 0; written - peer->read_there > RING - TURN; polls++) {
        weft_scratchpad_pause_soon(polls);
        peer->read_there = peer->here->read;
    }
}

bool weft_scratchpad_has_room(struct weft_scratchpad_peer *peer, uint32_t length)
{
    const uint32_t end = peer->written + words_of(length);
    if (end - peer->read_there > RING) {
        peer->read_there = peer->here->read;
    }
    return end - peer->read_there <= RING;
}

bool weft_scratchpad_is_empty(struct weft_scratchpad_peer *peer)
{
    for (uint32_t polls = 0; peer->written != peer->read_there && polls < EMPTY_POLLS; polls++) {
        peer->read_there = peer->here->read;
    }
    return peer->written == peer->read_there;
}

/* Writes the words of a message. The core waits for each store, so that the rest of a plain loop costs nothing. */
void weft_scratchpad_write_plain(struct weft_scratchpad_peer *peer, const void *buffer, uint32_t length)
{
    struct weft_scratchpad_channel *const channel = peer->there;
    const uint32_t *from = buffer;
    uint32_t written = peer->written;
    const uint32_t turns_end = written + turns_of(length);
    const uint32_t end = written + words_of(length);
    uint32_t key = key_of(written);
    for (; written != end; written++) {
        uint32_t word = *from++;
        if (written % TURN == 0) {
            key += key_of(TURN);
            if (written - peer->read_there > RING - TURN) {
                await_room(peer, written);
            }
        }
        if (written % TURN == LAST && (int32_t)(turns_end - written) > 0) {
            word ^= key;
        }
        channel->stream[written % RING] = word;
    }
    if (written % TURN != 0) {
        channel->stream[written % RING | LAST] = key;
    }
    weft_scratchpad_in_order();
    channel->written = end;
    peer->written = next_start(end);
}

extern __typeof__(weft_scratchpad_write_plain) weft_scratchpad_write
    __attribute__((weak, alias("weft_scratchpad_write_plain")));

/* Copies the words of a turn, the last of which has been loaded. A load and a store take no longer than a load, unless
 * the store is of what has just been loaded. */
static inline void get_words(volatile uint32_t *to, const volatile uint32_t *from, uint32_t last)
{
    uint32_t word = last;
    uint32_t at = LAST;
#pragma GCC unroll 8
    for (uint32_t i = 0; i < LAST; i++) {
        const uint32_t next = from[i];
        to[at] = word;
        word = next;
        at = i;
    }
    to[at] = word;
}

/* Copies less than a turn. Of the last word, writes only the message's bytes. */
static void get_rest(uint32_t *to, const volatile uint32_t *from, uint32_t length)
{
    for (; length >= 4; length -= 4) {
        *to++ = *from++;
    }
    if (length > 0) {
        weft_scratchpad_get_bytes(to, *from, length);
    }
}

void weft_scratchpad_get(uint32_t *to, const volatile uint32_t *from, uint32_t length)
{
    for (; !WEFT_SMALL && length >= TURN * 4; length -= TURN * 4, to += TURN, from += TURN) {
        get_words(to, from, from[LAST]);
    }
    get_rest(to, from, length);
}

/* Returns the last word of the turn that ends at a count. Waits until the word differs from what it was, or until the
 * count of words written says that it has been written. */
__attribute__((noinline)) static uint32_t await_turn(const struct weft_scratchpad_channel *channel,
                                                     const volatile uint32_t *last, uint32_t before, uint32_t count)
{
    for (uint32_t polls = 0; polls < COUNT_LOOKS || (int32_t)(channel->written - count) < 0; polls++) {
        const uint32_t word = *last;
        if (word != before) {
            return word;
        }
        weft_scratchpad_pause_soon(polls);
    }
    return *last;
}

static inline void show_read(struct weft_scratchpad_peer *peer, uint32_t read)
{
    weft_scratchpad_in_order();
    peer->shown = read;
    peer->there->read = read;
}

/* Reads whole turns up to a count, at most half a ring, in one loop. */
static inline uint32_t *read_turns(const struct weft_scratchpad_channel *channel, uint32_t *before, uint32_t *to,
                                   uint32_t read, uint32_t end)
{
    const volatile uint32_t *from = &channel->stream[read % RING];
    volatile uint32_t *old = &before[read % RING / TURN]; /* loaded before the word it is compared with, not after it */
    uint32_t key = key_of(read);
    const volatile uint32_t *const stop = from + (end - read);
    for (; from != stop; from += TURN, to += TURN, old++) {
        const uint32_t was = *old;
        uint32_t last = from[LAST];
        key += key_of(TURN);
        if (!WEFT_LIKELY(last != was)) {
            last = await_turn(channel, &from[LAST], last, end - (uint32_t)(stop - from) + TURN);
        }
        *old = last;
        get_words(to, from, last ^ key);
    }
    return to;
}

void weft_scratchpad_read_plain(struct weft_scratchpad_peer *peer, void *buffer, uint32_t length)
{
    const struct weft_scratchpad_channel *const channel = peer->here;
    uint32_t *const before = seen[peer - weft_scratchpad_peers];
    uint32_t *to = buffer;
    uint32_t read = peer->read;
    const uint32_t end = read + words_of(length);
    const uint32_t turns_end = read + turns_of(length);
    while (read != turns_end) {
        const uint32_t half = (read / (RING / 2) + 1) * (RING / 2);
        const uint32_t stop = turns_end - read < half - read ? turns_end : half;
        to = read_turns(channel, before, to, read, stop);
        read = stop;
        if (end - peer->shown > RING) {
            show_read(peer, read);
        }
    }
    const uint32_t rest = length % (TURN * 4);
    if (rest > 0) {
        const volatile uint32_t *const from = &channel->stream[read % RING];
        uint32_t *const old = &before[read % RING / TURN];
        *old = await_turn(channel, &from[LAST], *old, end);
        get_rest(to, from, rest);
    }
    peer->read = next_start(end);
    show_read(peer, peer->read);
}

extern __typeof__(weft_scratchpad_read_plain) weft_scratchpad_read
    __attribute__((weak, alias("weft_scratchpad_read_plain")));

bool weft_scratchpad_has_begun(const struct weft_scratchpad_peer *peer, uint32_t polls)
{
    const uint32_t at = peer->read % RING;
    const uint32_t before = seen[peer - weft_scratchpad_peers][at / TURN];
    return peer->here->stream[at | LAST] != before ||
           (polls % COUNT_LOOKS == COUNT_LOOKS - 1 && (int32_t)(peer->here->written - peer->read) > 0);
}

uint32_t weft_scratchpad_pass(uint32_t count, uint32_t length)
{
    return next_start(count + words_of(length));
}

void weft_scratchpad_show_read(struct weft_scratchpad_peer *peer, uint32_t read)
{
    peer->read = read;
    show_read(peer, read);
}
