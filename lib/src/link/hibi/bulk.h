/* Words that a peer sends to its bulk address at this node (link/wire/wire.h): a packet channel writes them to their
 * destination. */
#ifndef WEFT_HIBI_BULK_H
#define WEFT_HIBI_BULK_H

/* The function that sends the words of a long message is not inlined: so the RTS leaves before registers are saved for
 * the rest. */
#define WEFT_FAST_LONG __attribute__((noinline)) static

/* Returns a peer's number on the link. */
WEFT_INLINE uint32_t weft_hibi_number_of(const struct weft_hibi_peer *peer)
{
    return (uint32_t)(peer - weft_hibi.peers);
}

/* Sets up a peer's packet channel to write `count` words to a direct buffer. The registers of the packet channels
 * follow those of the streams. */
WEFT_INLINE void weft_hibi_begin_to_receive(const struct weft_hibi_peer *peer, void *words, uint32_t count)
{
    const uint32_t number = weft_hibi_number_of(peer);
    volatile uint32_t *const registers =
        peer->held + (WEFT_HIBI_DMA_STREAMS * WEFT_HIBI_DMA_CHANNEL_STRIDE - WEFT_HIBI_DMA_CURRENT) / sizeof *registers;
    registers[WEFT_HIBI_DMA_MEMORY / 4] = (uint32_t)(uintptr_t)words;
    registers[WEFT_HIBI_DMA_ADDRESS / 4] = weft_wire_bulk(weft_hibi_address(weft_hibi.node), number);
    registers[WEFT_HIBI_DMA_WORDS / 4] = count;
    weft_hibi_start_channels(1u << (WEFT_HIBI_DMA_STREAMS + number));
}

/* Waits until the channel has received all of them. If words came before the channel was ready, the controller has
 * noted them as unknown: clears that as well. */
WEFT_INLINE void weft_hibi_wait_until_received(const struct weft_hibi_peer *peer)
{
    const uint32_t channel = WEFT_HIBI_DMA_STREAMS + weft_hibi_number_of(peer);
    while (!weft_hibi_is_received(channel)) {
    }
    *weft_hibi_register(WEFT_HIBI_DMA_PENDING) = 1u << channel | WEFT_HIBI_DMA_UNKNOWN;
}

/* posted_receive.c, windows.c: takes the last bytes of a long message, and waits until its words are at their
 * destination. */
void weft_hibi_take_end(struct weft_hibi_peer *peer, void *data, uint32_t length);

/* The same for a long message of any length. */
WEFT_INLINE void weft_hibi_end_take(struct weft_hibi_peer *peer, void *data, uint32_t length)
{
    if (length % 4 == 0) {
        weft_hibi_wait_until_received(peer);
    } else {
        weft_hibi_take_end(peer, data, length);
    }
}

/* posted_receive.c, windows.c: takes a long message whose request word has been consumed. */
void weft_hibi_take_announced(struct weft_hibi_peer *peer, void *data, uint32_t length);

#endif
