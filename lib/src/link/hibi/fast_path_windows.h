/* Sending by stores and receiving by loads that wait, where the controller has both (docs/contract/hibi.md, "Words
 * without a transfer"). The send window of a peer is the address of the controller's window for it. */
#ifndef WEFT_FAST_PATH_WINDOWS_H
#define WEFT_FAST_PATH_WINDOWS_H

/* The next word of whichever stream, which is waited for; then those behind it. */
WEFT_INLINE uint32_t weft_hibi_next(void)
{
    return *weft_hibi_register(WEFT_HIBI_DMA_TAKE);
}

WEFT_INLINE uint32_t weft_hibi_rest(void)
{
    return *weft_hibi_register(WEFT_HIBI_DMA_REST);
}

/* So many of them to a direct buffer. */
WEFT_INLINE void weft_hibi_move(void *data, uint32_t words)
{
    *weft_hibi_register(WEFT_HIBI_DMA_MOVE_MEMORY) = (uint32_t)(uintptr_t)data;
    *weft_hibi_register(WEFT_HIBI_DMA_MOVE) = words;
    weft_hibi_in_order();
}

/* Where a window's words go. */
WEFT_INLINE uint32_t weft_hibi_target_of(const volatile uint32_t *window)
{
    return *(window - (WEFT_HIBI_DMA_WINDOW - WEFT_HIBI_DMA_TARGET) / sizeof *window);
}

/* Sends, and spends a credit: `*left` are left. The window is the way even to what cannot be sent by a
 * transfer, so that a word may lie anywhere. Behind the request word nothing is being sent, since its window waits for
 * that. */
WEFT_INLINE bool weft_hibi_put(uint32_t target, const struct weft_fast_to *to, weft_word head, const void *data,
                               uint32_t length, uint32_t *left)
{
    volatile uint32_t *const window = (volatile uint32_t *)target;
    if (!WEFT_LIKELY((uintptr_t)data % 4u == 0)) {
        return false;
    }
    if (WEFT_LIKELY(length == 4)) {
        *window = head;
        weft_hibi_in_order();
        const uint32_t word = *(const weft_hibi_word *)data;
        struct weft_peer *peer = to->peer;
        WEFT_COMPUTE_NOW(peer); /* meanwhile the word is loaded */
        *window = word;
        *left = --peer->credits;
        return true;
    }
    if (WEFT_LIKELY(length > 0) && WEFT_LIKELY(weft_link_direct(data))) {
        *window = head;
        weft_hibi_begin(data, (length + 3) / 4, weft_hibi_target_of(window));
        weft_hibi_wait_until_sent();
    } else if (!weft_hibi_send_other(target, head, data, length)) {
        return false;
    }
    *left = --to->peer->credits;
    return true;
}

/* The data of a message whose request word has been taken. */
WEFT_INLINE void weft_hibi_take_data(void *data, uint32_t length)
{
    if (!WEFT_LIKELY(weft_link_direct(data))) {
        weft_hibi_take_rest(data, length);
        return;
    }
    if (WEFT_LIKELY(length >= 4)) {
        weft_hibi_move(data, length / 4);
    }
    if (!WEFT_LIKELY(length % 4 == 0)) {
        weft_hibi_unpack_last(data, length, weft_hibi_rest());
    }
}

/* windows.c: takes the message that begins with this word, if it is wanted; lets notes pass, and waits behind them. */
uint32_t weft_hibi_collect_slowly(const struct weft_fast_from *from, weft_word head, void *data, uint32_t capacity);

/* Takes the next message, if it is wanted and has at most `capacity` bytes: returns its length. A larger number:
 * WEFT_HIBI_TOLD and its length, or UINT32_MAX since what has come is not wanted, or is an accelerator's answer. */
WEFT_INLINE uint32_t weft_hibi_collect(const struct weft_fast_from *from, void *data, uint32_t capacity)
{
    const weft_word head = weft_hibi_next();
    if (WEFT_LIKELY(head == from->word) && WEFT_LIKELY(capacity >= 4)) {
        *(weft_hibi_word *)data = weft_hibi_rest();
        return 4;
    }
    const uint32_t length = head - from->word + 4;
    if (!WEFT_LIKELY(length <= capacity) || !WEFT_LIKELY(length <= WEFT_LINK_BLOCK)) {
        return weft_hibi_collect_slowly(from, head, data, capacity);
    }
    weft_hibi_take_data(data, length);
    return length;
}

#endif
