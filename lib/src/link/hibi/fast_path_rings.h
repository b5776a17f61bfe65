/* Sending by transfers and receiving from rings in memory, as the published controller does both. The send window of a
 * peer is the address of its entry in the table of peers. */
#ifndef WEFT_FAST_PATH_RINGS_H
#define WEFT_FAST_PATH_RINGS_H

#define WEFT_HIBI_LOOKS 1024u /* for a message that may be about to come */
#define WEFT_HIBI_GLANCES 16u /* of these, for one of another peer */

/* Copies a few whole words, two at a time, so that no store waits for its load. */
WEFT_INLINE void weft_hibi_copy_few(weft_hibi_word *to, const weft_hibi_word *from, uint32_t count)
{
    for (const weft_hibi_word *const end = to + (count & ~1u); to != end; to += 2, from += 2) {
        const uint32_t first = from[0];
        const uint32_t second = from[1];
        to[0] = first;
        to[1] = second;
    }
    if (count % 2 != 0) {
        *to = *from;
    }
}

/* rings.c: has the controller send a short message. */
void weft_hibi_prepare(uint32_t target, uint32_t count);

/* Sends, and spends a credit: `*left` are left. Between calls nothing is being sent: to wait for a transfer behind its
 * start costs a round trip nothing. */
WEFT_INLINE bool weft_hibi_put(uint32_t target, const struct weft_fast_to *to, weft_word head, const void *data,
                               uint32_t length, uint32_t *left)
{
    const uint32_t count = (length + 3) / 4;
    if (WEFT_LIKELY(count <= WEFT_HIBI_COPIED) && WEFT_LIKELY((uintptr_t)data % 4u == 0)) {
        weft_hibi.outgoing[0] = head;
        if (WEFT_LIKELY(length == 4)) {
            weft_hibi.outgoing[1] = *(const weft_hibi_word *)data;
        } else {
            weft_hibi_copy_few(&weft_hibi.outgoing[1], data, count);
        }
        if (WEFT_LIKELY(weft_hibi.prepared == weft_hibi_short(target, count))) {
            weft_hibi_again();
        } else {
            weft_hibi_prepare(target, count);
        }
        weft_hibi_wait_until_sent();
    } else if (!weft_hibi_send_other(target, head, data, length)) {
        return false;
    }
    *left = --to->peer->credits;
    return true;
}

/* Waits until a peer's stream has a word; 0: it has not for a while, or another one has. */
WEFT_INLINE uint32_t weft_hibi_await(const struct weft_hibi_peer *peer)
{
    volatile uint32_t *const held = peer->held;
    for (uint32_t looks = 0; looks < WEFT_HIBI_LOOKS; looks += WEFT_HIBI_GLANCES) {
#pragma GCC unroll 4
        for (uint32_t glance = 0; glance < WEFT_HIBI_GLANCES; glance++) {
            const uint32_t words = *held;
            if (words != 0) {
                return words;
            }
        }
        if (*weft_hibi_register(WEFT_HIBI_DMA_PENDING) != 0) {
            return *held;
        }
    }
    return 0;
}

/* Copies the data of a short message; of the last word, only its bytes. */
WEFT_INLINE void weft_hibi_unpack(void *data, const weft_hibi_word *words, uint32_t length)
{
    weft_hibi_copy_few(data, words, length / 4);
    if (length % 4 != 0) {
        weft_hibi_unpack_last(data, length, words[length / 4]);
    }
}

/* Takes a short message, which has that much room; `held` words of it have come. */
WEFT_INLINE void weft_hibi_take_short(struct weft_hibi_peer *peer, uint32_t held, void *data, uint32_t length)
{
    uint32_t *const next = peer->next;
    const uint32_t count = (length + 3) / 4;
    while (!WEFT_LIKELY(held > count)) {
        held = *peer->held;
    }
    weft_hibi_in_order();
    weft_hibi_unpack(data, next + 1, length);
    peer->next = next + 1 + count;
    *peer->held = 1 + count;
}

/* How many bytes of data a message may have, at most `most`, so that all its words lie before the ring's end, and the
 * next one's too. */
WEFT_INLINE uint32_t weft_hibi_room(const struct weft_hibi_peer *peer, const uint32_t *next, uint32_t most)
{
    const uint32_t words = (uint32_t)(peer->end - next);
    const uint32_t before_end = words > 2 ? (words - 2) * 4 : 0;
    return most < before_end ? most : before_end;
}

/* rings.c: takes a message of at most a block whose request word has come; returns the length. */
uint32_t weft_hibi_collect_words(struct weft_hibi_peer *peer, void *data, uint32_t length);

/* rings.c: takes a short message of the second context, whose request word has come. */
uint32_t weft_hibi_collect_second(const struct weft_fast_from *from, struct weft_hibi_peer *peer, void *data,
                                  uint32_t length);

/* rings.c: takes what has come from the peer, if it is wanted; lets notes pass, and waits behind them. */
uint32_t weft_hibi_collect_slowly(const struct weft_fast_from *from, void *data, uint32_t capacity);

/* Takes the peer's next message, if it is wanted and has at most `capacity` bytes: returns its length. A larger number:
 * WEFT_HIBI_TOLD and its length, or UINT32_MAX since what has come is not wanted. */
WEFT_INLINE uint32_t weft_hibi_collect(const struct weft_fast_from *from, void *data, uint32_t capacity)
{
    const weft_word word = from->word;
    struct weft_hibi_peer *const peer = &weft_hibi.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, word)];
    uint32_t *const next = peer->next;
    uint32_t room = weft_hibi_room(peer, next, capacity < 4 * WEFT_HIBI_COPIED ? capacity : 4 * WEFT_HIBI_COPIED);
    WEFT_COMPUTE_NOW(room);
    uint32_t held = weft_hibi_await(peer);
    weft_hibi_in_order();
    if (!WEFT_LIKELY(held > 0)) {
        return UINT32_MAX;
    }
    const weft_word head = *next;
    if (WEFT_LIKELY(head == word) && WEFT_LIKELY(room >= 4)) {
        while (!WEFT_LIKELY(held > 1)) {
            held = *peer->held;
        }
        weft_hibi_in_order();
        *(weft_hibi_word *)data = next[1];
        peer->next = next + 2;
        *peer->held = 2;
        return 4;
    }
    const uint32_t length = head - word + 4;
    if (!WEFT_LIKELY(length <= room)) {
        const uint32_t of_second = length - from->either;
        if (of_second <= room) {
            return weft_hibi_collect_second(from, peer, data, of_second);
        }
        return length <= capacity && length <= WEFT_LINK_BLOCK ? weft_hibi_collect_words(peer, data, length)
                                                               : weft_hibi_collect_slowly(from, data, capacity);
    }
    weft_hibi_take_short(peer, held, data, length);
    return length;
}

#endif
