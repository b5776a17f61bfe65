/* Start: a stream channel for each peer. */
#include "link/link.h"

#ifdef __riscv
__attribute__((section(".sbss.weft_hibi")))
#endif
struct weft_hibi weft_hibi;

/* What a peer has sent already waits in the wrappers, and has been noted as unknown. */
void weft_hibi_start(uint32_t node, uint32_t count)
{
    (void)count;
    const uint32_t base = weft_hibi_address(node);
    weft_hibi.node = node;
    for (uint32_t peer = 0; peer < WEFT_PEERS; peer++) {
        weft_hibi_receive(peer, weft_hibi.rings[peer], WEFT_HIBI_RING, weft_wire_stream(base, peer));
    }
    weft_hibi_enable();
    *weft_hibi_register(WEFT_HIBI_DMA_PENDING) = WEFT_HIBI_DMA_UNKNOWN;
}
