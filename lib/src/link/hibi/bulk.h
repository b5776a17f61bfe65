/* Words that a peer sends to its second address at this node (link/wire/wire.h): a packet channel takes them where they
 * are wanted. */
#ifndef WEFT_HIBI_BULK_H
#define WEFT_HIBI_BULK_H

/* What sends the words of a long message is a function of its own: its RTS has left before registers are saved for it.
 */
#define WEFT_FAST_LONG __attribute__((noinline)) static

/* A peer's number. */
WEFT_INLINE uint32_t weft_hibi_number_of(const struct weft_hibi_peer *peer)
{
    return (uint32_t)(peer - weft_hibi.peers);
}

/* Has a peer's packet channel take words to a direct buffer. Its registers are behind those of its stream. */
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

/* Waits until it has all of them. Where words came before the channel was ready, they have been noted as unknown. */
WEFT_INLINE void weft_hibi_wait_until_received(const struct weft_hibi_peer *peer)
{
    const uint32_t channel = WEFT_HIBI_DMA_STREAMS + weft_hibi_number_of(peer);
    while (!weft_hibi_is_received(channel)) {
    }
    *weft_hibi_register(WEFT_HIBI_DMA_PENDING) = 1u << channel | WEFT_HIBI_DMA_UNKNOWN;
}

/* posted_receive.c, windows.c: waits until a long message's words are where they are wanted, and takes its last bytes.
 */
void weft_hibi_take_end(struct weft_hibi_peer *peer, void *data, uint32_t length);

/* The same of any long message. */
WEFT_INLINE void weft_hibi_end_take(struct weft_hibi_peer *peer, void *data, uint32_t length)
{
    if (length % 4 == 0) {
        weft_hibi_wait_until_received(peer);
    } else {
        weft_hibi_take_end(peer, data, length);
    }
}

/* posted_receive.c, windows.c: takes a long message, once its request word has been consumed. */
void weft_hibi_take_announced(struct weft_hibi_peer *peer, void *data, uint32_t length);

#endif
