/* Sending by transfers and receiving from rings in memory, as the published controller does both. The send window of a
 * peer is the address of its entry in the table of peers. */
#ifndef WEFT_FAST_PATH_RINGS_H
#define WEFT_FAST_PATH_RINGS_H

#define WEFT_HIBI_LOOKS 1024u /* for a message that may be about to come */
#define WEFT_HIBI_GLANCES 16u /* of these, for one of another peer */

/* Copies a few whole words, two at a time, so that no store waits for its load. */
WEFT_INLINE void weft_hibi_copy_few(weft_hibi_word *to, const weft_hibi_word *from, uint32_t count)
{
    if (WEFT_LIKELY(count > 1)) {
        const weft_hibi_word *end = from + (count & ~1u);
        WEFT_COMPUTE_NOW(end);
        do {
            const uint32_t first = from[0];
            const uint32_t second = from[1];
            from += 2;
            to += 2;
            WEFT_COMPUTE_NOW(to);
            to[-2] = first;
            to[-1] = second;
        } while (from != end);
    }
    if (count % 2 != 0) {
        *to = *from;
    }
}

/* The controller's register names weft_hibi.outgoing between any two calls of the library. */
WEFT_INLINE void weft_hibi_set_outgoing(void)
{
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_MEMORY) = (uint32_t)(uintptr_t)weft_hibi.outgoing;
}

/* Has the controller send the first words of weft_hibi.outgoing. */
WEFT_INLINE void weft_hibi_begin_outgoing(const struct weft_hibi_peer *peer, uint32_t count)
{
    weft_hibi_begin_again(count, peer->stream);
}

/* The peer with this send window. */
WEFT_INLINE struct weft_hibi_peer *weft_hibi_at(uint32_t target)
{
    return (struct weft_hibi_peer *)target;
}

WEFT_INLINE void weft_hibi_begin_word(uint32_t target, weft_word head, uint32_t word)
{
    weft_hibi.outgoing[0] = head;
    weft_hibi.outgoing[1] = word;
    weft_hibi_begin_outgoing(weft_hibi_at(target), 2);
}

/* The longest message that weft_hibi_begin_short() sends, from any words. */
#define WEFT_FAST_SHORT (4 * WEFT_HIBI_COPIED)
WEFT_INLINE bool weft_hibi_may_be_short(const void *data)
{
    return (uintptr_t)data % 4u == 0;
}

WEFT_INLINE void weft_hibi_begin_short(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    const uint32_t count = (length + 3) / 4;
    weft_hibi.outgoing[0] = head;
    weft_hibi_copy_few(&weft_hibi.outgoing[1], data, count);
    weft_hibi_begin_outgoing(weft_hibi_at(target), 1 + count);
}

/* Between calls nothing is being sent: to wait for a transfer after its start costs a round trip nothing. */
WEFT_INLINE void weft_hibi_finish(void)
{
    weft_hibi_wait_until_sent();
}

WEFT_INLINE bool weft_hibi_put(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    if (!WEFT_LIKELY(length <= 4 * WEFT_HIBI_COPIED) || !WEFT_LIKELY((uintptr_t)data % 4u == 0)) {
        return weft_hibi_send_other(target, head, data, length);
    }
    if (WEFT_LIKELY(length == 4)) {
        weft_hibi_begin_word(target, head, *(const weft_hibi_word *)data);
    } else {
        weft_hibi_begin_short(target, head, data, length);
    }
    weft_hibi_finish();
    return true;
}

/* Waits until a peer's stream has two words, of which the second mostly comes a cycle after the first; fewer: no second
 * one comes at once; there is none for a while, or another peer's has some. */
WEFT_INLINE uint32_t weft_hibi_await(volatile uint32_t *held)
{
    for (uint32_t looks = 0; looks < WEFT_HIBI_LOOKS; looks += WEFT_HIBI_GLANCES) {
        for (uint32_t glances = 0; glances < WEFT_HIBI_GLANCES; glances += 4) {
            uint32_t words;
#pragma GCC unroll 4
            for (uint32_t glance = 0; glance < 4; glance++) {
                words = *held;
                if (words > 1) {
                    return words;
                }
            }
            if (words != 0) {
                return *held;
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

/* The longest message that is taken at once, in bytes: it is copied. */
#define WEFT_HIBI_TAKEN (4 * WEFT_HIBI_COPIED)

struct weft_fast_come {
    struct weft_hibi_peer *link;
    volatile uint32_t *held_by; /* its register */
    uint32_t *next;             /* its request word's place */
    uint32_t held;
    weft_word head;
    bool is_first; /* a short message of the first context */
};

/* The request word there without the credit that it may have brought. */
WEFT_INLINE weft_word weft_hibi_peek(uint32_t *next)
{
    weft_word head = *next;
    if (!WEFT_LIKELY((head & WEFT_WIRE_WITH_CREDIT) == 0)) {
        head = weft_hibi_without_credit(head);
        *next = head;
    }
    return head;
}

/* Waits for the next message of a peer, which lies before the ring's end like the first word after it: is it of a word,
 * and wanted? Otherwise the request word is the head, or none has come. There must be room for a word. */
WEFT_INLINE bool weft_hibi_await_word(struct weft_hibi_peer *link, weft_word wanted, uint32_t capacity,
                                      struct weft_fast_come *come)
{
    volatile uint32_t *held_by = link->held;
    uint32_t *next = link->next;
    if (!WEFT_LIKELY(capacity >= 4) || !WEFT_LIKELY(link->end - next > 1 + (int)WEFT_HIBI_COPIED)) {
        return false;
    }
    WEFT_COMPUTE_NOW(held_by);
    WEFT_COMPUTE_NOW(wanted);
    const uint32_t held = weft_hibi_await(held_by);
    if (!WEFT_LIKELY(held > 0)) {
        return false;
    }
    weft_hibi_in_order();
    *come = (struct weft_fast_come){link, held_by, next, held, *next, false};
    return WEFT_LIKELY(come->head == wanted) && WEFT_LIKELY(held > 1);
}

/* Bytes of the message that has come, if there is one; or more than the capacity. Of more than a block it costs no
 * credit. */
WEFT_INLINE uint32_t weft_hibi_other(struct weft_hibi_peer *link, const struct weft_hibi_from *from, weft_word empty,
                                     const void *data, uint32_t capacity, struct weft_fast_come *come)
{
    uint32_t length = (come->head & from->both) - empty;
    if (!WEFT_LIKELY(length <= capacity) && (come->head & WEFT_WIRE_WITH_CREDIT) != 0) {
        come->head -= WEFT_WIRE_WITH_CREDIT;
        *come->next = come->head;
        weft_hibi_take_batch(link, from->peer);
        length = (come->head & from->both) - empty;
    }
    return weft_hibi_paid(from, length, data, capacity);
}

WEFT_INLINE void weft_hibi_take_word(const struct weft_fast_come *come, void *data)
{
    *(weft_hibi_word *)data = come->next[1];
    come->link->next = come->next + 2;
    *come->held_by = 2;
}

/* rings.c: the same for a message of more than a few words. */
void weft_hibi_take_many(struct weft_hibi_peer *link, void *data, uint32_t length);

/* The same for a message of at most a block. */
WEFT_INLINE void weft_hibi_take_other(const struct weft_fast_come *come, void *data, uint32_t length)
{
    const uint32_t count = (length + 3) / 4;
    uint32_t held = come->held;
    if (!WEFT_LIKELY(length <= WEFT_HIBI_TAKEN)) {
        weft_hibi_take_many(come->link, data, length);
        return;
    }
    while (!WEFT_LIKELY(held > count)) {
        held = *come->held_by;
    }
    weft_hibi_in_order();
    weft_hibi_unpack(data, come->next + 1, length);
    come->link->next = come->next + 1 + count;
    *come->held_by = 1 + count;
}

#endif
