/* Sending by stores and receiving by loads that wait, where the controller has both (docs/contract/hibi.md, "Words
 * without a transfer"). A few words are stored; more go by a transfer from the sender's buffer, and by a move into the
 * receiver's.
 */
#include "link_port.h"

#if WEFT_HIBI_SINGLE_WORDS

#include "arch/copy.h"
#include "link/hibi/sort.h"

/* Up to this number of words, storing them takes less time than setting up a transfer. */
#define STORED 8u

static void store_words(volatile uint32_t *window, const uint32_t *words, uint32_t count)
{
    for (; count >= 4; count -= 4, words += 4) {
        const uint32_t a = words[0];
        const uint32_t b = words[1];
        const uint32_t c = words[2];
        const uint32_t d = words[3];
        *window = a;
        *window = b;
        *window = c;
        *window = d;
    }
    for (; count > 0; count--) {
        *window = *words++;
    }
}

/* The store of the request word waits until the previous transfer has left the memory; the source and length of the
 * next one may be set before that. */
static void send_words(volatile uint32_t *window, weft_word head, const void *words, uint32_t count)
{
    const uint32_t address = weft_hibi_target_of(window);
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_MEMORY) = (uint32_t)(uintptr_t)words;
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_WORDS) = count;
    *window = head;
    *weft_hibi_register(WEFT_HIBI_DMA_SEND_ADDRESS) = address;
    weft_hibi_wait_until_sent();
}

void weft_hibi_send_block(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    weft_hibi_send_other(target, head, data, length);
}

bool weft_hibi_send_other(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    volatile uint32_t *const window = (volatile uint32_t *)target;
    const uint32_t count = (length + 3) / 4;
    if (count <= STORED) {
        *window = head;
        store_words(window, data, count);
        return true;
    }
    if (weft_link_direct(data)) {
        send_words(window, head, data, count);
        return true;
    }
    return false;
}

/* Sorts the word that a fast path has left in `head`, which may be of any kind. */
static void sort_taken(void)
{
    const weft_word taken = weft_hibi.head;
    weft_hibi.head = 0;
    if (taken != 0) {
        weft_hibi_sort(taken);
    }
}

static void sort_any(uint32_t word)
{
    if (word == 0) {
        weft_hibi_look();
    } else {
        weft_hibi_sort(word);
    }
}

bool weft_hibi_send_when_awaited(const struct weft_hibi_peer *peer, uint32_t word)
{
    const weft_word answer = weft_wire_note(weft_hibi_number_of(peer), WEFT_WIRE_AWAITED);
    do {
        sort_any(word);
        if (weft_hibi.head != 0) {
            return false;
        }
        word = weft_hibi_next();
    } while (word != answer);
    weft_hibi_send_told(peer);
    return true;
}

void weft_hibi_take_end(struct weft_hibi_peer *peer, void *buffer, uint32_t length)
{
    weft_hibi_take_rest((uint8_t *)buffer + length / 4 * 4, length % 4);
    weft_hibi_wait_until_received(peer);
}

void weft_hibi_take_announced(struct weft_hibi_peer *peer, void *buffer, uint32_t length)
{
    weft_hibi_begin_to_take(peer, buffer, length);
    weft_hibi_end_take(peer, buffer, length);
}

static void move(void *data, uint32_t length)
{
    if (length >= 4) {
        weft_hibi_move(data, length / 4);
    }
    if (length % 4 != 0) {
        weft_hibi_unpack_last(data, length, weft_hibi_rest());
    }
}

static void take_words(weft_word head, void *data, uint32_t length)
{
    if (length <= WEFT_LINK_BLOCK) {
        weft_hibi_take_rest(data, length);
    } else {
        weft_hibi_take_announced(&weft_hibi.peers[WEFT_FIELD_GET(WEFT_REQUEST_SOURCE, head)], data, length);
    }
}

void weft_hibi_take_head(void *data, uint32_t length)
{
    const weft_word head = weft_hibi.head;
    weft_hibi.head = 0;
    take_words(head, data, length);
}

/* Takes the data of a message whose request word has been taken, if possible: those of a long message only straight to
 * their destination. A long message has cost no credit. */
static bool take_wanted(const struct weft_hibi_from *from, weft_word head, void *data, uint32_t length)
{
    const bool can = length <= WEFT_LINK_BLOCK || weft_link_direct(data);
    if (can) {
        from->peer->owed -= length > WEFT_LINK_BLOCK;
        take_words(head, data, length);
    }
    return can;
}

/* Returns the word that has been taken already, or waits for the next one. */
static weft_word next_for(const struct weft_hibi_from *from, uint32_t capacity)
{
    weft_word head = weft_hibi.head;
    weft_hibi.head = 0;
    if (head == 0) {
        WEFT_PROBE("receive", from->rank, from->tag, from->context, capacity);
        head = weft_hibi_next();
        WEFT_PROBE_HOLD("receive", from->rank, from->tag, from->context, capacity);
    }
    return weft_hibi_without_credit(head);
}

uint32_t weft_hibi_collect(const struct weft_hibi_from *from, void *data, uint32_t capacity)
{
    weft_word head;
    do {
        head = next_for(from, capacity);
        const uint32_t length = (head & from->both) - ((from->word - 4u) & from->both);
        if (length <= capacity && take_wanted(from, head, data, length)) {
            weft_hibi.collected = head;
            return length;
        }
    } while (head != 0 && weft_hibi_sort(head) == 0);
    return UINT32_MAX;
}

weft_word weft_hibi_look(void)
{
    sort_taken();
    uint32_t ready = weft_hibi_ready();
    while (weft_hibi.head == 0 && (ready & ~WEFT_ACCELERATOR_BITS) != 0 && weft_hibi_sort(weft_hibi_next()) == 0) {
        ready = weft_hibi_ready();
    }
    weft_hibi.head = weft_hibi.head != 0 ? weft_hibi.head : weft_hibi_answer(ready);
    return weft_hibi.head;
}

/* A load that waits returns 0 when a packet is complete, such as an accelerator's answer, which is not in a stream. */
weft_word weft_link_wait_head(void)
{
    weft_word head = weft_link_head();
    while (head == 0) {
        const uint32_t word = weft_hibi_next();
        head = word != 0 ? weft_hibi_sort(word) : weft_hibi_look();
    }
    return head;
}

void weft_hibi_take_rest(void *buffer, uint32_t length)
{
    if (weft_link_direct(buffer)) {
        move(buffer, length);
        return;
    }
    uint8_t *byte = buffer;
    for (uint32_t left = length; left > 0;) {
        const uint32_t word = weft_hibi_rest();
        const uint32_t bytes = left < 4 ? left : 4;
        weft_copy(byte, &word, bytes);
        byte += bytes;
        left -= bytes;
    }
}

#endif
