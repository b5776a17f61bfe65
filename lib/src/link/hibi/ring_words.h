/* Sending by transfers and receiving from rings in memory, as the published controller does. The send window of a peer
 * is the address of its entry in the table of peers. */
#ifndef WEFT_RING_WORDS_H
#define WEFT_RING_WORDS_H

#include "few_words.h"
#include <weft/interrupt.h>

#define WEFT_HIBI_LOOKS 1024u /* polls for a message that may be about to come, before the core sleeps */
#define WEFT_HIBI_GLANCES 16u /* of these, between two that include the other peers */

/* Between any two calls of the library the controller's registers name a message of one word in weft_hibi.outgoing, its
 * request word and its data: to send one takes its address and the command. */
#define WEFT_HIBI_OUTGOING 2u

/* Sets up the prepared message again, if there is one, after another message has been sent. */
WEFT_INLINE void weft_hibi_prepare_again(void)
{
    if (weft_hibi.prepared_link != NULL) {
        weft_hibi.outgoing[0] = weft_hibi.prepared_head;
        weft_hibi_tell_address(weft_hibi.prepared_link->stream);
    }
}

WEFT_INLINE void weft_hibi_set_outgoing(void)
{
    weft_hibi_set_words(weft_hibi.outgoing, WEFT_HIBI_OUTGOING);
    weft_hibi_prepare_again();
}

/* The same where time is short: leaves it to the next call between those ends. */
WEFT_INLINE void weft_hibi_prepare_later(void)
{
    weft_hibi.prepared = WEFT_FAST_NONE;
}

/* Starts to send the first words of weft_hibi.outgoing. */
WEFT_INLINE void weft_hibi_begin_outgoing(const struct weft_hibi_peer *peer, uint32_t count)
{
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = count;
    weft_hibi_begin_to(peer->stream);
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = WEFT_HIBI_OUTGOING;
}

/* Returns the peer with this send window. */
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

/* Prepares the next message of 4 bytes with this request word: all that is left to do is to store its data and the
 * command. */
WEFT_INLINE void weft_hibi_prepare(uint32_t target, weft_word head, uint32_t name)
{
    weft_hibi.outgoing[0] = head;
    weft_hibi_tell_address(weft_hibi_at(target)->stream);
    weft_hibi.prepared_head = head;
    weft_hibi.prepared_link = weft_hibi_at(target);
    weft_hibi.prepared = name;
}

/* What it takes to send the prepared message: here nothing is loaded in advance. */
struct weft_hibi_loaded {
    const uint32_t *target;
};

WEFT_INLINE struct weft_hibi_loaded weft_hibi_load_prepared(const uint32_t *target)
{
    return (struct weft_hibi_loaded){target};
}

WEFT_INLINE void weft_hibi_begin_prepared(struct weft_hibi_loaded loaded, uint32_t word)
{
    weft_hibi.outgoing[1] = word;
    weft_hibi_begin_told(weft_hibi_at(*loaded.target)->stream);
}

/* Sets what the next request word to a peer carries in addition; changes the prepared message as well. */
WEFT_INLINE void weft_hibi_set_carries(struct weft_hibi_peer *link, weft_word carries)
{
    if (weft_hibi.prepared_link == link) {
        weft_hibi.prepared_head += carries - link->carries;
        weft_hibi.outgoing[0] = weft_hibi.prepared_head;
    }
    link->carries = carries;
}

/* The longest message that weft_hibi_begin_short() sends, of two words or more and from a direct buffer: while the
 * first word is sent with the request word, the core sets up a transfer of the others, which the controller reads from
 * the buffer. Receivers copy them. */
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

/* Sends a short message: a few words are copied after the request word and go by one transfer. False: nothing was sent,
 * and the caller sends it by another path. */
WEFT_INLINE bool weft_hibi_begin_any(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    const weft_hibi_word *const words = data;
    if (length - 1u < 4 && (uintptr_t)data % 4u == 0) {
        weft_hibi_begin_word(target, head, *words);
    } else if (length - 1u < WEFT_FAST_SHORT && weft_link_direct(data)) {
        if (length <= 4 * WEFT_HIBI_COPIED) {
            const uint32_t count = (length + 3) / 4;
            weft_hibi.outgoing[0] = head;
            weft_hibi_copy_few(&weft_hibi.outgoing[1], words, count);
            weft_hibi_begin_outgoing(weft_hibi_at(target), 1 + count);
        } else {
            weft_hibi_begin_short(target, head, data, length);
        }
    } else {
        return false;
    }
    return true;
}

/* Can weft_hibi_begin_like_prepared() send a message from here? */
WEFT_INLINE bool weft_hibi_may_begin(const void *data)
{
    (void)data;
    return true;
}

/* Sends words that the controller cannot read, one by one, after those of the last transfer. */
WEFT_INLINE void weft_hibi_send_singly(const weft_hibi_word *words, uint32_t count)
{
    for (const weft_hibi_word *const end = words + count; words != end; words++) {
        weft_hibi_wait_until_sent();
        weft_hibi.outgoing[1] = *words;
        weft_hibi_set_words(&weft_hibi.outgoing[1], 1);
        weft_hibi_begin_next();
    }
}

/* Sends a message of at most WEFT_FAST_SHORT bytes to the address of the prepared message, with a request word that is
 * greater than the prepared one by `more`. The first word is on its way before anything is decided about the others.
 * Afterwards the prepared message is set up again. */
WEFT_INLINE void weft_hibi_begin_like_prepared(uint32_t target, weft_word more, const void *data, uint32_t length)
{
    const weft_hibi_word *const words = data;
    weft_hibi.outgoing[0] = weft_hibi.prepared_head + more;
    weft_hibi.outgoing[1] = words[0];
    weft_hibi_begin_told(weft_hibi_at(target)->stream);
    if (!WEFT_LIKELY(length <= 4)) {
        if (!weft_link_direct(data)) {
            weft_hibi_send_singly(words + 1, (length - 1) / 4);
        } else {
            weft_hibi_set_words(words + 1, (length - 1) / 4);
            weft_hibi_wait_until_sent();
            weft_hibi_begin_next();
        }
        weft_hibi_set_words(weft_hibi.outgoing, WEFT_HIBI_OUTGOING);
    } else {
        weft_hibi_wait_until_sent();
    }
    weft_hibi.outgoing[0] = weft_hibi.prepared_head;
}

/* Between calls nothing is being sent. Waiting for a transfer after it has started adds nothing to a round trip. */
WEFT_INLINE void weft_hibi_finish(void)
{
    weft_hibi_wait_until_sent();
}

WEFT_INLINE bool weft_hibi_put(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    if (WEFT_LIKELY(length == 4 && (uintptr_t)data % 4u == 0)) {
        weft_hibi_begin_word(target, head, *(const weft_hibi_word *)data);
    } else if (length - 1u < WEFT_FAST_SHORT && weft_link_direct(data)) {
        weft_hibi_begin_short(target, head, data, length);
    } else {
        return weft_hibi_send_other(target, head, data, length);
    }
    weft_hibi_finish();
    weft_hibi_prepare_later();
    return true;
}

/* Pending bits of peers' channels. Other streams may hold words for a long time. */
#define WEFT_HIBI_OF_PEERS (((1u << WEFT_PEERS) - 1u) * (1u | 1u << WEFT_HIBI_DMA_STREAMS))

/* armed.h: does a request wait for something that does not wake the core? */
WEFT_INLINE bool weft_armed_is_awaited(void);

/* The controller's interrupt is pending as long as a ring holds words: no wake-up is lost. */
WEFT_INLINE void weft_hibi_sleep(void)
{
    const uint32_t on = weft_interrupts_off();
    weft_interrupt_sleep(WEFT_INTERRUPT_BIT(WEFT_CAUSE_EXTERNAL));
    weft_interrupts_restore(on);
}

/* Has any peer sent words? The assembly keeps these constants, which are rarely needed, out of registers while the core
 * waits for words. */
WEFT_INLINE bool weft_hibi_any_has_come(void)
{
    uint32_t base;
    uint32_t of_peers;
    __asm__ volatile("li %0, %2\n\tli %1, %3"
                     : "=&r"(base), "=r"(of_peers)
                     : "i"(WEFT_HIBI_DMA_BASE), "i"(WEFT_HIBI_OF_PEERS));
    return (*(volatile uint32_t *)(uintptr_t)(base + WEFT_HIBI_DMA_PENDING) & of_peers) != 0;
}

/* Waits until a peer's stream has `wanted` words, which is 2. False: `*words` is 1, and the second may be about to
 * come; or 0, because another peer's stream has words, or because a request waits for something else and nothing has
 * come for a while. */
WEFT_INLINE bool weft_hibi_await_two(volatile uint32_t *held, uint32_t wanted, uint32_t *words)
{
    while (true) {
        for (uint32_t looks = 0; looks < WEFT_HIBI_LOOKS; looks += WEFT_HIBI_GLANCES) {
            for (uint32_t glances = 0; glances < WEFT_HIBI_GLANCES; glances += 4) {
#pragma GCC unroll 4
                for (uint32_t glance = 0; glance < 4; glance++) {
                    *words = *held;
                    if (*words >= wanted) {
                        return true;
                    }
                }
                if (*words != 0) {
                    return false;
                }
            }
            if (weft_hibi_any_has_come()) {
                *words = *held;
                return *words >= wanted;
            }
        }
        if (weft_armed_is_awaited()) {
            *words = 0;
            return false;
        }
        weft_hibi_sleep();
    }
}

/* The longest message that the fast path takes by itself, in bytes: it is copied. */
#define WEFT_HIBI_TAKEN (4 * WEFT_HIBI_COPIED)

/* A message whose request word has come. */
struct weft_fast_come {
    struct weft_hibi_peer *link;
    volatile uint32_t *held_by; /* its register */
    uint32_t *next;             /* its request word's place */
    weft_word head;
    uint32_t first; /* word of its data */
};

/* Tells the controller that the words of the last message have been consumed. This is done late, so that the receive of
 * that message returns sooner; it must be done before anything else reads a ring. */
WEFT_INLINE void weft_hibi_consume_late(void)
{
    volatile uint32_t *const late = weft_hibi.late;
    if (late != NULL) {
        *late = 2;
        weft_hibi.late = NULL;
    }
}

/* Returns the request word at this place without the credit that may have come with it, which is noted. */
WEFT_INLINE weft_word weft_hibi_peek(uint32_t *next)
{
    weft_word head = *next;
    if (!WEFT_LIKELY((head & WEFT_WIRE_WITH_CREDIT) == 0)) {
        head = weft_hibi_without_credit(head);
        *next = head;
    }
    return head;
}

/* Of a message only the request word has come: if the message has at most a word of data, waits for that. */
WEFT_INLINE void weft_hibi_await_second(volatile uint32_t *held_by, const uint32_t *next)
{
    weft_hibi_in_order();
    if (WEFT_FIELD_GET(WEFT_BLOCK_LENGTH, *next) - 1u < 4u && weft_wire_is_message(*next)) {
        while (*held_by == 1) {
        }
    }
}

/* Waits for the next message of a peer: its request word, and its first data word. False: none has come, or it may wrap
 * around the ring's end, or there is no room for a word. Before the wait everything is done as for a message of one
 * word. */
WEFT_INLINE bool weft_hibi_await_message(struct weft_hibi_peer *link, uint32_t capacity, struct weft_fast_come *come)
{
    volatile uint32_t *held_by = link->held;
    uint32_t *next = link->next;
    if (!WEFT_LIKELY(capacity >= 4 && next < link->last)) {
        return false;
    }
    uint32_t two = 2;
    WEFT_COMPUTE_NOW(held_by);
    WEFT_COMPUTE_NOW(two);
    if (weft_hibi.late != NULL) {
        *weft_hibi.late = two;
    }
    weft_hibi.late = held_by;
    link->next = next + 2;
    uint32_t words;
    if (!WEFT_LIKELY(weft_hibi_await_two(held_by, two, &words))) {
        if (words == 0) {
            WEFT_PROBE_HOLD("receive", 0, 0, 0, capacity);
            link->next = next;
            weft_hibi.late = NULL;
            return false;
        }
        weft_hibi_await_second(held_by, next);
    }
    WEFT_PROBE_HOLD("receive", 0, 0, 0, capacity);
    weft_hibi_in_order();
    uint32_t head = next[0];
    WEFT_COMPUTE_NOW(head);
    uint32_t first = next[1];
    WEFT_COMPUTE_NOW(first);
    *come = (struct weft_fast_come){link, held_by, next, head, first};
    return true;
}

/* Takes a message of 4 bytes: the rest was done before the wait. */
WEFT_INLINE void weft_hibi_take_word(struct weft_fast_come *come, void *data)
{
    *(weft_hibi_word *)data = come->first;
}

/* Can the fast path take a message to this buffer? */
WEFT_INLINE bool weft_hibi_may_take(const void *data)
{
    (void)data;
    return true;
}

/* Takes the data of a message of at most one word. */
WEFT_INLINE void weft_hibi_take_part(struct weft_fast_come *come, void *data, uint32_t length)
{
    if (WEFT_LIKELY(length == 4)) {
        *(weft_hibi_word *)data = come->first;
    } else {
        weft_hibi_unpack_last(data, length, come->first);
    }
}

/* Takes the data of a message of a few words. */
WEFT_INLINE void weft_hibi_take_few(struct weft_fast_come *come, void *data, uint32_t length)
{
    const uint32_t words = (length + 7) / 4;
    while (*come->held_by < words) {
    }
    weft_hibi_in_order();
    weft_hibi_unpack_several(data, come->next + 1, length, come->first);
    come->link->next = come->next + words;
    weft_hibi.late = NULL;
    *come->held_by = words;
}

/* Leaves a message that is not taken in the ring, without the credit that has been noted. */
WEFT_INLINE void weft_hibi_leave(const struct weft_fast_come *come)
{
    come->next[0] = come->head;
    come->link->next = come->next;
    weft_hibi.late = NULL;
}

/* rings.c: takes a message of a peer whose request word is in the ring: one of at most a block, or a longer one. */
void weft_hibi_take_several(struct weft_hibi_peer *link, void *data, uint32_t length);
void weft_hibi_take_long(struct weft_hibi_peer *link, void *data, uint32_t length);

WEFT_INLINE void weft_hibi_take_left(struct weft_hibi_peer *link, void *data, uint32_t length)
{
    if (length <= WEFT_LINK_BLOCK) {
        weft_hibi_take_several(link, data, length);
    } else {
        weft_hibi_take_long(link, data, length);
    }
}

#endif
