/* Start: a stream channel for each peer. */
#include "link/link.h"

#include "link/accel/accelerator.h"

/* Small data, reached from the global pointer; the rings would leave no room for others' there. */
#ifdef __riscv
__attribute__((section(".sbss.weft_hibi")))
#endif
struct weft_hibi weft_hibi;

static uint32_t rings[WEFT_PEERS][WEFT_HIBI_RING];

static const uint32_t addresses[WEFT_PEERS] = WEFT_HIBI_PEER_ADDRESSES;

/* What a peer has sent already waits in the wrappers, and has been noted as unknown. */
void weft_hibi_start(uint32_t node, uint32_t count)
{
    (void)count;
    const uint32_t base = weft_hibi_address(node);
    weft_hibi.node = node;
    weft_hibi.word = weft_wire_head(node, 0, 0);
    for (uint32_t number = 0; number < WEFT_PEERS; number++) {
        struct weft_hibi_peer *const peer = &weft_hibi.peers[number];
        peer->held = weft_hibi_channel(number, WEFT_HIBI_DMA_CURRENT);
        peer->ring = rings[number];
        peer->stream = weft_accel_is(number) ? 0 : weft_wire_stream(addresses[number], node);
        weft_hibi_receive(number, peer->ring, WEFT_HIBI_RING, weft_wire_stream(base, number));
    }
    weft_hibi_enable();
    *weft_hibi_register(WEFT_HIBI_DMA_PENDING) = WEFT_HIBI_DMA_UNKNOWN;
}
