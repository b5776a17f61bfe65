/* Sending by stores and receiving by loads that wait, where the controller has both (docs/contract/hibi.md, "Words
 * without a transfer"). The send window of a peer is the address of the controller's window for it. */
#ifndef WEFT_WINDOW_WORDS_H
#define WEFT_WINDOW_WORDS_H

/* Returns the next word of any stream, waiting for it; weft_hibi_rest(): the next word of the stream that was taken
 * from last. */
WEFT_INLINE uint32_t weft_hibi_next(void)
{
    return *weft_hibi_register(WEFT_HIBI_DMA_TAKE);
}

WEFT_INLINE uint32_t weft_hibi_rest(void)
{
    return *weft_hibi_register(WEFT_HIBI_DMA_REST);
}

/* Moves the next words of that stream to a direct buffer. */
WEFT_INLINE void weft_hibi_move(void *data, uint32_t words)
{
    *weft_hibi_register(WEFT_HIBI_DMA_MOVE_MEMORY) = (uint32_t)(uintptr_t)data;
    *weft_hibi_register(WEFT_HIBI_DMA_MOVE) = words;
    weft_hibi_in_order();
}

/* Returns the HIBI address to which a window sends. */
WEFT_INLINE uint32_t weft_hibi_target_of(const volatile uint32_t *window)
{
    return *(window - (WEFT_HIBI_DMA_WINDOW - WEFT_HIBI_DMA_TARGET) / sizeof *window);
}

/* Returns the peer with this send window. */
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

/* What it takes to send the prepared message, loaded before anything is compared. */
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

/* Sets what the next request word to a peer carries in addition; changes the prepared message as well. */
WEFT_INLINE void weft_hibi_set_carries(struct weft_hibi_peer *link, weft_word carries)
{
    if (weft_hibi.prepared_link == link) {
        weft_hibi.prepared_head += carries - link->carries;
    }
    link->carries = carries;
}

/* The longest message that weft_hibi_begin_short() sends, from a direct buffer: the controller reads the words from the
 * buffer, while its window delays the next store. */
#define WEFT_FAST_SHORT WEFT_LINK_BLOCK
WEFT_INLINE void weft_hibi_begin_short(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    volatile uint32_t *const window = (volatile uint32_t *)target;
    const uint32_t address = weft_hibi_target_of(window);
    *window = head;
    weft_hibi_begin(data, (length + 3) / 4, address);
    weft_hibi_wait_until_sent();
}

/* Sends a message of at most a block. False: nothing was sent, and the caller sends it by another path. */
WEFT_INLINE bool weft_hibi_begin_any(uint32_t target, weft_word head, const void *data, uint32_t length)
{
    if (length - 1u < 4 && (uintptr_t)data % 4u == 0) {
        weft_hibi_begin_word(target, head, *(const weft_hibi_word *)data);
    } else if (length - 1u < WEFT_FAST_SHORT && weft_link_direct(data)) {
        weft_hibi_begin_short(target, head, data, length);
    } else {
        return false;
    }
    return true;
}

/* Can weft_hibi_begin_like_prepared() send a message from here? */
WEFT_INLINE bool weft_hibi_may_begin(const void *data)
{
    return weft_link_direct(data);
}

/* Sends a message of at most WEFT_FAST_SHORT bytes to the address of the prepared message, with a request word that is
 * greater than the prepared one by `more`. */
WEFT_INLINE void weft_hibi_begin_like_prepared(uint32_t target, weft_word more, const void *data, uint32_t length)
{
    if (WEFT_LIKELY(length <= 4)) {
        weft_hibi_begin_word(target, weft_hibi.prepared_head + more, *(const weft_hibi_word *)data);
    } else {
        weft_hibi_begin_short(target, weft_hibi.prepared_head + more, data, length);
    }
}

/* Nothing to wait for: the store to the window has waited until nothing else was being sent. */
WEFT_INLINE void weft_hibi_finish(void)
{
}

/* Nothing to do after a transfer: no message is prepared in the controller's registers. */
WEFT_INLINE void weft_hibi_set_outgoing(void)
{
}

/* Sends a message of at most a block, from any word address: what no transfer can read is stored to the window. False:
 * nothing was sent. */
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

/* The longest message that the fast path takes by itself, in bytes. */
#define WEFT_HIBI_TAKEN WEFT_LINK_BLOCK

#define WEFT_HIBI_PAGE 4096
#define WEFT_HIBI_FROM_END(offset) (((int32_t)(offset)-WEFT_HIBI_PAGE) / 4)

/* A message whose request word has been taken. */
struct weft_fast_come {
    weft_word head;
    volatile uint32_t *page; /* the end of the registers */
};

/* Returns the end of the registers. They are a page, so that one instruction computes it; the assembly keeps the
 * compiler from computing it long before words are waited for, and spilling it. */
WEFT_INLINE volatile uint32_t *weft_hibi_end_of_registers(void)
{
    volatile uint32_t *end;
    __asm__ volatile("li %0, %1" : "=r"(end) : "i"(WEFT_HIBI_DMA_BASE + WEFT_HIBI_PAGE));
    return end;
}

/* Waits for the next word: a message's or any other, which weft_hibi_look() sorts. False: there is no room for a word.
 */
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

/* Can the fast path take a message to this buffer? */
WEFT_INLINE bool weft_hibi_may_take(const void *data)
{
    return weft_link_direct(data);
}

/* Takes the data of a message of at most one word. */
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
    if (length % 4 != 0) {
        weft_hibi_unpack_last(data, length, weft_hibi_rest());
    }
}

/* Leaves a message that is not taken: it becomes the head. */
WEFT_INLINE void weft_hibi_leave(const struct weft_fast_come *come)
{
    weft_hibi.head = come->head;
}

/* Returns the request word of a message that has been left. */
WEFT_INLINE weft_word weft_hibi_left(const struct weft_hibi_peer *link)
{
    (void)link;
    return weft_hibi.head;
}

/* Sends the words that the controller's registers name to a peer's bulk address. */
WEFT_INLINE void weft_hibi_send_told(const struct weft_hibi_peer *peer)
{
    weft_hibi_begin_to(weft_wire_bulk_beside(peer->stream));
    weft_hibi_wait_until_sent();
}

/* windows.c: the same, once the peer says that it awaits them. `word` is the word that came first; if it is 0, there
 * may be a head. False: a message came first. */
bool weft_hibi_send_when_awaited(const struct weft_hibi_peer *peer, uint32_t word);

/* Announces a long message: sends its request word, with the bytes after its last whole word.
 * weft_hibi_send_announced() must follow. */
WEFT_INLINE void weft_hibi_announce(const struct weft_hibi_peer *peer, uint32_t target, weft_word head,
                                    const void *data, uint32_t length)
{
    volatile uint32_t *const window = (volatile uint32_t *)target;
    (void)peer;
    *window = head;
    if (length % 4 != 0) {
        *window = ((const weft_hibi_word *)data)[length / 4];
    }
}

/* Sends the words of an announced message. Its receiver answers the request word as soon as it waits for the message;
 * until then other words may come, from it or from other peers. False: a message came before the answer. */
WEFT_INLINE bool weft_hibi_send_announced(struct weft_hibi_peer *peer, const void *data, uint32_t length)
{
    weft_hibi_set_words(data, length / 4);
    const uint32_t word = weft_hibi.head == 0 ? weft_hibi_next() : 0;
    if (word != weft_wire_note(weft_hibi_number_of(peer), WEFT_WIRE_AWAITED)) {
        return weft_hibi_send_when_awaited(peer, word);
    }
    weft_hibi_send_told(peer);
    return true;
}

/* Tells a peer that this node awaits the words of its long message, and sets up its packet channel for them. The
 * request word has been taken. */
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
