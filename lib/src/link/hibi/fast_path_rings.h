/* Sending by transfers and receiving from rings in memory, as the published controller does both. The send window of a
 * peer is the address of its entry in the table of peers. */
#ifndef WEFT_FAST_PATH_RINGS_H
#define WEFT_FAST_PATH_RINGS_H

#define WEFT_HIBI_LOOKS 1024u /* for a message that may be about to come */
#define WEFT_HIBI_GLANCES 16u /* of these, for one of another peer */

/* Sends, and spends a credit: `*left` are left. Between calls nothing is being sent: to wait for a transfer behind its
 * start costs a round trip nothing. */
WEFT_INLINE bool weft_hibi_put(uint32_t target, const struct weft_fast_to *to, weft_word head, const void *data,
                               uint32_t length, uint32_t *left)
{
    typedef const uint32_t __attribute__((may_alias)) any_word;
    if (WEFT_LIKELY(length == 4) && WEFT_LIKELY(weft_hibi.ready == (const struct weft_hibi_peer *)target) &&
        WEFT_LIKELY((uintptr_t)data % 4u == 0)) {
        weft_hibi.outgoing[0] = head;
        weft_hibi.outgoing[1] = *(any_word *)data;
        weft_hibi_again();
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

/* Takes the peer's next message, if it is wanted and has at most `capacity` bytes: returns its length. A
 * larger number: that of weft_hibi_take_other(), or UINT32_MAX since another peer's has come. */
WEFT_INLINE uint32_t weft_hibi_collect(const struct weft_fast_from *from, void *data, uint32_t capacity)
{
    typedef uint32_t __attribute__((may_alias)) any_word;
    const weft_word word = from->word;
    struct weft_hibi_peer *const peer = &weft_hibi.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, word)];
    uint32_t length;
    do {
        uint32_t *const next = peer->next;
        const bool fits = capacity >= 4 && next + 2 < peer->end;
        uint32_t held = weft_hibi_await(peer);
        weft_hibi_in_order();
        if (!WEFT_LIKELY(held > 0)) {
            return UINT32_MAX;
        }
        if (WEFT_LIKELY(*next == word) && WEFT_LIKELY(fits)) {
            while (!WEFT_LIKELY(held >= 2)) {
                held = *peer->held;
            }
            weft_hibi_in_order();
            *(any_word *)data = next[1];
            peer->next = next + 2;
            *peer->held = 2;
            return 4;
        }
        length = *next - word + 4;
        if (WEFT_LIKELY(length <= capacity)) {
            weft_hibi_collect_words(peer, data, length);
            return length;
        }
        length = weft_hibi_take_other(from, *next, data, capacity);
    } while (length == WEFT_HIBI_NOTED);
    return length;
}

#endif
