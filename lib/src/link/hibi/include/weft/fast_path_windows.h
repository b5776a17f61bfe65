/* Sending by stores and receiving by loads that wait, where the controller has both (docs/hibi.md, "Words without a
 * transfer"). A gate is the address of the peer's window. */
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

/* The window is the way even to what cannot be sent by a transfer, so that a word may lie anywhere. */
WEFT_INLINE bool weft_hibi_put(uint32_t gate, weft_word head, const void *data, uint32_t length)
{
    typedef const uint32_t __attribute__((may_alias)) any_word;
    volatile uint32_t *const window = (volatile uint32_t *)gate;
    if (!WEFT_LIKELY((uintptr_t)data % 4u == 0)) {
        return false;
    }
    if (!WEFT_LIKELY(length == 4)) {
        return weft_hibi_send_other(gate, head, data, length);
    }
    *window = head;
    *window = *(any_word *)data;
    return true;
}

/* Takes the next message, if it has label and source of `empty` and at most `capacity` bytes: returns its length.
 * UINT32_MAX: it is another one, and at the head; or an accelerator has answered. The load that waits is here, and in
 * no function, so that whoever asks what the core waits for is told by the probes around. */
WEFT_INLINE uint32_t weft_hibi_collect(void *data, uint32_t capacity, weft_word empty)
{
    typedef uint32_t __attribute__((may_alias)) any_word;
    weft_word head;
    do {
        head = weft_hibi_next();
    } while (!WEFT_LIKELY(head - empty <= capacity) && weft_hibi_is_noted(head));
    const uint32_t length = head - empty;
    if (!WEFT_LIKELY(length <= capacity)) {
        return UINT32_MAX;
    }
    if (WEFT_LIKELY(length == 4)) {
        *(any_word *)data = weft_hibi_rest();
    } else if (WEFT_LIKELY(length % 4 == 0) && WEFT_LIKELY(weft_link_direct(data))) {
        weft_hibi_move(data, length / 4);
    } else {
        weft_hibi_take_rest(data, length);
    }
    return length;
}

#endif
