/* Sending by transfers and receiving from rings in memory, as the published controller does both. The send window of a
 * peer is the address of its entry in the table of peers. */
#ifndef WEFT_FAST_PATH_RINGS_H
#define WEFT_FAST_PATH_RINGS_H

#include <weft/interrupt.h>

#define WEFT_HIBI_LOOKS 1024u /* for a message that may be about to come, before the core sleeps */
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

WEFT_INLINE void weft_hibi_copy_four(weft_hibi_word *to, const weft_hibi_word *from)
{
    const uint32_t a = from[0];
    const uint32_t b = from[1];
    const uint32_t c = from[2];
    const uint32_t d = from[3];
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
}

/* The controller's registers name a message of a word in weft_hibi.outgoing between any two calls of the library: to
 * send one takes its address and the command. */
#define WEFT_HIBI_OUTGOING 2u
WEFT_INLINE void weft_hibi_set_outgoing(void)
{
    weft_hibi_set_words(weft_hibi.outgoing, WEFT_HIBI_OUTGOING);
}

/* Has the controller send the first words of weft_hibi.outgoing. */
WEFT_INLINE void weft_hibi_begin_outgoing(const struct weft_hibi_peer *peer, uint32_t count)
{
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = count;
    weft_hibi_begin_to(peer->stream);
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = WEFT_HIBI_OUTGOING;
}

/* The peer with this send window. */
WEFT_INLINE struct weft_hibi_peer *weft_hibi_at(uint32_t target)
{
    return (struct weft_hibi_peer *)target;
}

WEFT_INLINE void weft_hibi_begin_word(uint32_t target, weft_word head, uint32_t word)
{
    uint32_t stream = weft_hibi_at(target)->stream;
    WEFT_COMPUTE_NOW(stream);
    weft_hibi.outgoing[0] = head;
    weft_hibi.outgoing[1] = word;
    weft_hibi_begin_to(stream);
}

/* The longest message that weft_hibi_begin_short() sends, of two words and more, from a direct buffer: while the first
 * one is sent with the request word, the controller is told of the others, which it then reads where they are.
 * Receivers copy them. */
#define WEFT_FAST_SHORT (WEFT_HIBI_POSTED_LEAST - 4u)

WEFT_INLINE void weft_hibi_begin_short(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    const weft_hibi_word *const words = data;
    weft_hibi_begin_word(target, head, *words);
    weft_hibi_set_words(words + 1, (length - 1) / 4);
    weft_hibi_wait_until_sent();
    weft_hibi_begin_next();
    weft_hibi_set_outgoing();
}

/* Between calls nothing is being sent: to wait for a transfer after its start costs a round trip nothing. */
WEFT_INLINE void weft_hibi_finish(void)
{
    weft_hibi_wait_until_sent();
}

WEFT_INLINE bool weft_hibi_put(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    if (WEFT_LIKELY(length == 4) && WEFT_LIKELY((uintptr_t)data % 4u == 0)) {
        weft_hibi_begin_word(target, head, *(const weft_hibi_word *)data);
    } else if (WEFT_LIKELY(length - 1u < WEFT_FAST_SHORT) && WEFT_LIKELY(weft_link_direct(data))) {
        weft_hibi_begin_short(target, head, data, length);
    } else {
        return weft_hibi_send_other(target, head, data, length);
    }
    weft_hibi_finish();
    return true;
}

/* What is pending because of peers: streams of others may hold words for long. */
#define WEFT_HIBI_OF_PEERS (((1u << WEFT_PEERS) - 1u) * (1u | 1u << WEFT_HIBI_DMA_STREAMS))

/* armed.h: whether something is awaited that wakes no core. */
WEFT_INLINE bool weft_armed_is_awaited(void);

/* The controller interrupts as long as there is something in a ring: nothing can be missed. */
WEFT_INLINE void weft_hibi_sleep(void)
{
    const uint32_t on = weft_interrupts_off();
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    weft_interrupts_restore(on);
}

/* Waits until a peer's stream has words, and returns how many. 0: another peer's has some, or something else is awaited
 * and there are none for a while. */
WEFT_INLINE uint32_t weft_hibi_await(volatile uint32_t *held)
{
    while (true) {
        for (uint32_t looks = 0; looks < WEFT_HIBI_LOOKS; looks += WEFT_HIBI_GLANCES) {
            for (uint32_t glances = 0; glances < WEFT_HIBI_GLANCES; glances += 4) {
#pragma GCC unroll 4
                for (uint32_t glance = 0; glance < 4; glance++) {
                    const uint32_t words = *held;
                    if (words != 0) {
                        return words;
                    }
                }
            }
            if ((*weft_hibi_register(WEFT_HIBI_DMA_PENDING) & WEFT_HIBI_OF_PEERS) != 0) {
                return *held;
            }
        }
        if (weft_armed_is_awaited()) {
            return 0;
        }
        weft_hibi_sleep();
    }
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

/* A message whose request word is there. */
struct weft_fast_come {
    struct weft_hibi_peer *link;
    volatile uint32_t *held_by; /* its register */
    uint32_t *next;             /* its request word's place */
    uint32_t held;
    weft_word head;
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

/* Waits for the next message of a peer, which lies before the ring's end like the first word after it. False: none has
 * come. There must be room for a word. */
WEFT_INLINE bool weft_hibi_await_message(struct weft_hibi_peer *link, uint32_t capacity, struct weft_fast_come *come)
{
    volatile uint32_t *held_by = link->held;
    uint32_t *next = link->next;
    if (!WEFT_LIKELY(capacity >= 4) || !WEFT_LIKELY(link->end - next > 1 + (int)WEFT_HIBI_COPIED)) {
        return false;
    }
    WEFT_COMPUTE_NOW(held_by);
    const uint32_t held = weft_hibi_await(held_by);
    if (!WEFT_LIKELY(held != 0)) {
        return false;
    }
    weft_hibi_in_order();
    *come = (struct weft_fast_come){link, held_by, next, held, *next};
    return true;
}

/* Waits until this number of words of the message has come. */
WEFT_INLINE void weft_hibi_await_held(struct weft_fast_come *come, uint32_t words)
{
    while (!WEFT_LIKELY(come->held >= words)) {
        come->held = *come->held_by;
    }
    weft_hibi_in_order();
}

WEFT_INLINE void weft_hibi_consume(const struct weft_fast_come *come, uint32_t words)
{
    come->link->next = come->next + words;
    *come->held_by = words;
}

WEFT_INLINE void weft_hibi_take_word(struct weft_fast_come *come, void *data)
{
    weft_hibi_await_held(come, 2);
    *(weft_hibi_word *)data = come->next[1];
    weft_hibi_consume(come, 2);
}

/* Where a message can be taken to at once. */
WEFT_INLINE bool weft_hibi_may_take(const void *data)
{
    (void)data;
    return true;
}

/* Of one word at most. */
WEFT_INLINE void weft_hibi_take_part(struct weft_fast_come *come, void *data, uint32_t length)
{
    weft_hibi_await_held(come, 2);
    const uint32_t word = come->next[1];
    if (WEFT_LIKELY(length == 4)) {
        *(weft_hibi_word *)data = word;
    } else {
        weft_hibi_unpack_last(data, length, word);
    }
    weft_hibi_consume(come, 2);
}

WEFT_INLINE void weft_hibi_take_few(struct weft_fast_come *come, void *data, uint32_t length)
{
    if (length - 1u < 4u) {
        weft_hibi_take_part(come, data, length);
        return;
    }
    const uint32_t words = (length + 7) / 4;
    weft_hibi_await_held(come, words);
    weft_hibi_unpack(data, come->next + 1, length);
    weft_hibi_consume(come, words);
}

/* One that is not taken stays where it is. */
WEFT_INLINE void weft_hibi_leave(const struct weft_fast_come *come)
{
    (void)come;
}

/* rings.c: takes any message of a peer, whose request word is there. */
void weft_hibi_take_many(struct weft_hibi_peer *link, void *data, uint32_t length);

WEFT_INLINE void weft_hibi_take_left(struct weft_hibi_peer *link, void *data, uint32_t length)
{
    weft_hibi_take_many(link, data, length);
}

#endif
