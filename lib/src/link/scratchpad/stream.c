/* The words of long messages: one ring for each ordered pair of cores, written and read at the same time.
 *
 * Each side counts the words that it has written or read, and shows its count to the other one from time to time. To
 * look at a count, or to show one, takes as long as a word does. So the writer shows its count soon at first, for the
 * reader to begin, and seldom when it is ahead. A message begins at a multiple of WEFT_SCRATCHPAD_TURN words. */
#include "link/link.h"

#include "small.h"

#define RING WEFT_SCRATCHPAD_STREAM
#define TURN 8u        /* words that are copied in a turn of the loop */
#define MOST_SHOWN 32u /* words that the writer shows at once */
#define READ_SHOWN                                                                                                     \
    (RING / 2 - TURN) /* words that the reader may have read without showing it:                                       \
                         an offer finds room */

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t words_of(uint32_t length)
{
    return (length + 3) / 4;
}

/* Where the message behind one that ends here begins. */
static uint32_t next_start(uint32_t count)
{
    return (count + TURN - 1) / TURN * TURN;
}

/* Words from a place in the ring to its end. */
static uint32_t to_end(uint32_t count)
{
    return RING - count % RING;
}

/* Waits until there is room for more words than `written`: for how many. */
static uint32_t await_room(struct weft_scratchpad_peer *peer, uint32_t written)
{
    for (uint32_t looks = 0; written - peer->to.read >= RING; looks++) {
        weft_scratchpad_pause(looks);
        peer->to.read = peer->here->read;
    }
    return RING - (written - peer->to.read);
}

bool weft_scratchpad_has_room(struct weft_scratchpad_peer *peer, uint32_t length)
{
    const uint32_t end = peer->to.written + words_of(length);
    if (end - peer->to.read > RING) {
        peer->to.read = peer->here->read;
    }
    return end - peer->to.read <= RING;
}

/* The core waits for each store: a plain loop is as quick as any. */
void weft_scratchpad_put(volatile uint32_t *to, const uint32_t *from, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++) {
        to[i] = from[i];
    }
}

void weft_scratchpad_write_plain(struct weft_scratchpad_peer *peer, const void *buffer, uint32_t length)
{
    struct weft_scratchpad_channel *const channel = peer->there;
    const uint32_t *from = buffer;
    const uint32_t start = peer->to.written;
    const uint32_t end = start + words_of(length);
    for (uint32_t written = start, now; written != end; from += now) {
        const uint32_t shown = smaller(MOST_SHOWN, TURN + (written - start) / 4 / TURN * TURN);
        now = smaller(smaller(end - written, shown), smaller(await_room(peer, written), to_end(written)));
        weft_scratchpad_put(&channel->stream[written % RING], from, now);
        written += now;
        weft_scratchpad_in_order();
        channel->written = written;
    }
    peer->to.written = next_start(end);
}

extern __typeof__(weft_scratchpad_write_plain) weft_scratchpad_write
    __attribute__((weak, alias("weft_scratchpad_write_plain")));

/* A load waits for its word: the rest of the loop counts. Of the last word only the message's bytes are written. */
void weft_scratchpad_get(uint32_t *to, const volatile uint32_t *from, uint32_t length)
{
    for (; !WEFT_SMALL && length >= TURN * 4; length -= TURN * 4, to += TURN, from += TURN) {
#pragma GCC unroll 8
        for (uint32_t i = 0; i < TURN; i++) {
            to[i] = from[i];
        }
    }
    for (; length >= 4; length -= 4) {
        *to++ = *from++;
    }
    if (length > 0) {
        weft_scratchpad_get_bytes(to, *from, length);
    }
}

/* Words that have been written behind `read`, at least one. */
static uint32_t await_words(const struct weft_scratchpad_channel *channel, uint32_t read)
{
    uint32_t words = channel->written - read;
    for (uint32_t looks = 0; (int32_t)words <= 0; looks++) {
        weft_scratchpad_pause(looks);
        words = channel->written - read;
    }
    return words;
}

static void show_read(struct weft_scratchpad_peer *peer, uint32_t read)
{
    if (read - peer->shown >= READ_SHOWN) {
        peer->shown = read;
        peer->there->read = read;
    }
}

void weft_scratchpad_read(struct weft_scratchpad_peer *peer, void *buffer, uint32_t length)
{
    const struct weft_scratchpad_channel *const channel = peer->here;
    uint32_t *to = buffer;
    uint32_t read = peer->from.read;
    for (uint32_t left = length, now; left > 0; left -= smaller(left, now * 4), to += now) {
        now = smaller(smaller(await_words(channel, read), words_of(left)), to_end(read));
        weft_scratchpad_get(to, &channel->stream[read % RING], smaller(left, now * 4));
        read += now;
        weft_scratchpad_in_order();
        show_read(peer, read);
    }
    peer->from.read = next_start(read);
}
