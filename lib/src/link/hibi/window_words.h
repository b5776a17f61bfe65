/* Sending by stores and receiving by loads that wait, where the controller has both (docs/contract/hibi.md, "Words
 * without a transfer"). The send window of a peer is the address of the controller's window for it. */
#ifndef WEFT_WINDOW_WORDS_H
#define WEFT_WINDOW_WORDS_H

/* The next word of whichever stream, which is waited for; then those behind it. */
WEFT_INLINE uint32_t weft_hibi_next(void)
{
    return *weft_hibi_register(WEFT_HIBI_DMA_TAKE);
}

WEFT_INLINE uint32_t weft_hibi_rest(void)
{
    return *weft_hibi_register(WEFT_HIBI_DMA_REST);
}

/* How many of them go to a direct buffer. */
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

/* The peer with this send window. */
WEFT_INLINE struct weft_hibi_peer *weft_hibi_at(uint32_t target)
{
    return &weft_hibi.peers[(volatile uint32_t *)target - weft_hibi_register(WEFT_HIBI_DMA_WINDOW)];
}

WEFT_INLINE void weft_hibi_begin_word(uint32_t target, weft_word head, uint32_t word)
{
    volatile uint32_t *const window = (volatile uint32_t *)target;
    *window = head;
    *window = word;
}

/* Prepares the next message of 4 bytes with this request word. */
WEFT_INLINE void weft_hibi_prepare(uint32_t target, weft_word head, uint32_t name)
{
    weft_hibi.prepared_head = head;
    weft_hibi.prepared_link = weft_hibi_at(target);
    weft_hibi.prepared = name;
}

/* What sending it takes, loaded before anything is compared. */
struct weft_hibi_loaded {
    uint32_t target;
    weft_word head;
};

WEFT_INLINE struct weft_hibi_loaded weft_hibi_load_prepared(const uint32_t *target)
{
    struct weft_hibi_loaded loaded = {*target, weft_hibi.prepared_head};
    WEFT_COMPUTE_NOW(loaded.target);
    WEFT_COMPUTE_NOW(loaded.head);
    return loaded;
}

WEFT_INLINE void weft_hibi_begin_prepared(struct weft_hibi_loaded loaded, uint32_t word)
{
    weft_hibi_begin_word(loaded.target, loaded.head, word);
}

/* What the next request word to a peer has in addition changes: that of the prepared message as well. */
WEFT_INLINE void weft_hibi_set_carries(struct weft_hibi_peer *link, weft_word carries)
{
    if (weft_hibi.prepared_link == link) {
        weft_hibi.prepared_head += carries - link->carries;
    }
    link->carries = carries;
}

/* The longest message that weft_hibi_begin_short() sends, from a direct buffer: the controller reads the words where
 * they are, while its window holds the next store back. */
#define WEFT_FAST_SHORT WEFT_LINK_BLOCK
WEFT_INLINE void weft_hibi_begin_short(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    volatile uint32_t *const window = (volatile uint32_t *)target;
    const uint32_t address = weft_hibi_target_of(window);
    *window = head;
    weft_hibi_begin(data, (length + 3) / 4, address);
    weft_hibi_wait_until_sent();
}

/* Sends a message of at most a block. False: it is sent in another way. */
WEFT_INLINE bool weft_hibi_begin_any(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    if (WEFT_LIKELY(length - 1u < 4) && (uintptr_t)data % 4u == 0) {
        weft_hibi_begin_word(target, head, *(const weft_hibi_word *)data);
    } else if (length - 1u < WEFT_FAST_SHORT && weft_link_direct(data)) {
        weft_hibi_begin_short(target, head, data, length);
    } else {
        return false;
    }
    return true;
}

/* Where a message can be sent from by weft_hibi_begin_like_prepared(). */
WEFT_INLINE bool weft_hibi_may_begin(const void *data)
{
    return weft_link_direct(data);
}

/* The same with a prepared message's address, and a request word that is that much greater than its; of any message of
 * at most WEFT_FAST_SHORT bytes. */
WEFT_INLINE void weft_hibi_begin_like_prepared(uint32_t target, weft_word more, const void *data, uint32_t length)
{
    if (WEFT_LIKELY(length <= 4)) {
        weft_hibi_begin_word(target, weft_hibi.prepared_head + more, *(const weft_hibi_word *)data);
    } else {
        weft_hibi_begin_short(target, weft_hibi.prepared_head + more, data, length);
    }
}

/* After a store nothing is being sent: the window waits for that. */
WEFT_INLINE void weft_hibi_finish(void)
{
}

/* After a transfer nothing is to be told to the controller again. */
WEFT_INLINE void weft_hibi_set_outgoing(void)
{
}

/* The window is the way even to what cannot be sent by a transfer, so that a word may lie anywhere. */
WEFT_INLINE bool weft_hibi_put(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    if (!((uintptr_t)data % 4u == 0)) {
        return false;
    }
    if (length == 4) {
        weft_hibi_begin_word(target, head, *(const weft_hibi_word *)data);
        return true;
    }
    if (!(length > 0) || !(weft_link_direct(data))) {
        return weft_hibi_send_other(target, head, data, length);
    }
    weft_hibi_begin_short(target, head, data, length);
    return true;
}

/* The longest message that is taken at once, in bytes. */
#define WEFT_HIBI_TAKEN WEFT_LINK_BLOCK

#define WEFT_HIBI_PAGE 4096
#define WEFT_HIBI_FROM_END(offset) (((int32_t)(offset)-WEFT_HIBI_PAGE) / 4)

/* A message whose request word has been taken. */
struct weft_fast_come {
    weft_word head;
    volatile uint32_t *page; /* the end of the registers */
};

/* The registers are a page, of which one instruction computes the end. Where words are waited for the compiler is not
 * to have computed it long before, and stored it somewhere. */
WEFT_INLINE volatile uint32_t *weft_hibi_end_of_registers(void)
{
    volatile uint32_t *end;
    __asm__ volatile("li %0, %1" : "=r"(end) : "i"(WEFT_HIBI_DMA_BASE + WEFT_HIBI_PAGE));
    return end;
}

/* Waits for the next message, or any word: weft_hibi_look() sorts it. There must be room for a word. */
WEFT_INLINE bool weft_hibi_await_message(struct weft_hibi_peer *link, uint32_t capacity, struct weft_fast_come *come)
{
    (void)link;
    if (!(capacity >= 4)) {
        return false;
    }
    come->page = weft_hibi_end_of_registers();
    come->head = come->page[WEFT_HIBI_FROM_END(WEFT_HIBI_DMA_TAKE)];
    WEFT_PROBE_HOLD("receive", 0, 0, 0, capacity);
    return true;
}

WEFT_INLINE void weft_hibi_take_word(struct weft_fast_come *come, void *data)
{
    *(weft_hibi_word *)data = come->page[WEFT_HIBI_FROM_END(WEFT_HIBI_DMA_REST)];
}

/* Where a message can be taken to at once. */
WEFT_INLINE bool weft_hibi_may_take(const void *data)
{
    return weft_link_direct(data);
}

/* Of one word at most. */
WEFT_INLINE void weft_hibi_take_part(struct weft_fast_come *come, void *data, uint32_t length)
{
    if (WEFT_LIKELY(length == 4)) {
        weft_hibi_take_word(come, data);
    } else {
        weft_hibi_unpack_last(data, length, weft_hibi_rest());
    }
}

WEFT_INLINE void weft_hibi_take_few(const struct weft_fast_come *come, void *data, uint32_t length)
{
    (void)come;
    weft_hibi_move(data, length / 4);
    if (!(length % 4 == 0)) {
        weft_hibi_unpack_last(data, length, weft_hibi_rest());
    }
}

/* One that is not taken is the head from now on. */
WEFT_INLINE void weft_hibi_leave(const struct weft_fast_come *come)
{
    weft_hibi.head = come->head;
}

/* The request word of one that has been left. */
WEFT_INLINE weft_word weft_hibi_left(const struct weft_hibi_peer *link)
{
    (void)link;
    return weft_hibi.head;
}

/* Sends the words that the controller has been told of where a peer's packet channel takes them. */
WEFT_INLINE void weft_hibi_send_told(const struct weft_hibi_peer *peer)
{
    weft_hibi_begin_to(weft_wire_bulk_beside(peer->stream));
    weft_hibi_wait_until_sent();
}

/* windows.c: the same when the peer says that it awaits them. This word has come first, or, if it is 0, there may be a
 * head. */
bool weft_hibi_send_when_awaited(const struct weft_hibi_peer *peer, uint32_t word);

/* Announces a long message: its request word leaves, with the bytes behind its last whole word.
 * weft_hibi_send_announced() is to follow. */
WEFT_INLINE void weft_hibi_announce(const struct weft_hibi_peer *peer, uint32_t target, weft_word head,
                                    const void *data, uint32_t length)
{
    volatile uint32_t *const window = (volatile uint32_t *)target;
    (void)peer;
    *window = head;
    if (!WEFT_LIKELY(length % 4 == 0)) {
        *window = ((const weft_hibi_word *)data)[length / 4];
    }
}

/* Sends the words of a message that has been announced. Its receiver answers the request word as soon as it waits for
 * the message; until then whatever comes may be of it, or for it. False: it has not answered. */
WEFT_INLINE bool weft_hibi_send_announced(struct weft_hibi_peer *peer, const void *data, uint32_t length)
{
    weft_hibi_set_words(data, length / 4);
    const uint32_t word = WEFT_LIKELY(weft_hibi.head == 0) ? weft_hibi_next() : 0;
    if (!WEFT_LIKELY(word == weft_wire_note(weft_hibi_number_of(peer), WEFT_WIRE_AWAITED))) {
        return weft_hibi_send_when_awaited(peer, word);
    }
    weft_hibi_send_told(peer);
    return true;
}

/* Tells a peer that the words of its long message are awaited, whose request word has been taken, and has its packet
 * channel take them. */
WEFT_INLINE void weft_hibi_begin_to_take(struct weft_hibi_peer *peer, void *data, uint32_t length)
{
    const uint32_t number = weft_hibi_number_of(peer);
    weft_hibi_register(WEFT_HIBI_DMA_WINDOW)[number] = weft_wire_note(weft_hibi.node, WEFT_WIRE_AWAITED);
    weft_hibi.head = 0;
    weft_hibi_begin_to_receive(peer, data, length / 4);
}

WEFT_INLINE void weft_hibi_take_several(const struct weft_hibi_peer *link, void *data, uint32_t length)
{
    (void)link;
    weft_hibi.head = 0;
    weft_hibi_take_rest(data, length);
}

/* windows.c: takes the data of the message at the head. */
void weft_hibi_take_head(void *data, uint32_t length);

WEFT_INLINE void weft_hibi_take_left(const struct weft_hibi_peer *link, void *data, uint32_t length)
{
    (void)link;
    weft_hibi_take_head(data, length);
}

#endif
