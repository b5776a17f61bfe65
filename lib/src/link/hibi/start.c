/* Start of the link: sets up a stream channel for each peer and, where there are windows, one of them. */
#include "link_port.h"

#include <stddef.h>

#include "arch/small.h"
#include "link/accel/accelerator.h"

/* In small data, which the global pointer reaches. The rings are not: they would leave no room there for anything else.
 */
#ifdef __riscv
__attribute__((section(".sdata.weft_hibi")))
#endif
struct weft_hibi weft_hibi = {.prepared = WEFT_FAST_NONE};

void (*weft_fast_keeper)(bool to, bool from);

/* No ring for this node, which sends nothing to itself over the link, nor for accelerators, which send no streams. */
static uint32_t rings[WEFT_PEERS - 1 - __builtin_popcount(WEFT_ACCELERATOR_BITS)][WEFT_HIBI_RING];

static const uint32_t addresses[WEFT_PEERS] = WEFT_HIBI_PEER_ADDRESSES;

/* With few peers the loop over them is unrolled, so that addresses are constants. */
enum { AT_ONCE = WEFT_SMALL || WEFT_PEERS > 8 ? 1 : 8 };

static inline void start_peer(uint32_t number, uint32_t node, uint32_t *ring)
{
    struct weft_hibi_peer *const peer = &weft_hibi.peers[number];
    peer->held = weft_hibi_channel(number, WEFT_HIBI_DMA_CURRENT);
    peer->next = ring;
    peer->last = ring + WEFT_HIBI_RING - WEFT_HIBI_END;
    peer->stream = weft_wire_stream(addresses[number], node);
#if WEFT_HIBI_SINGLE_WORDS
    weft_hibi_register(WEFT_HIBI_DMA_TARGET)[number] = peer->stream;
#endif
    weft_hibi_tell_channel(number, ring, WEFT_HIBI_RING, weft_wire_stream(weft_hibi_address(node), number));
}

/* Returns the mask of the channels of all peers that send streams. */
static inline uint32_t streams_of(uint32_t node)
{
    return ((1u << WEFT_PEERS) - 1u) & ~WEFT_ACCELERATOR_BITS & ~(1u << node);
}

/* Words that a peer has sent already wait in the wrappers, and the controller has noted them as unknown: clears that.
 */
void weft_link_start(uint32_t node, uint32_t count)
{
    uint32_t *ring = rings[0];
    (void)count;
    weft_hibi.node = node;
    weft_hibi.word = weft_wire_head(node, 0, 0);
#pragma GCC unroll AT_ONCE
    for (uint32_t number = 0; number < WEFT_PEERS; number++) {
        if (!weft_accel_is(number) && number != node) {
            start_peer(number, node, ring);
            ring += WEFT_HIBI_RING;
        }
    }
    weft_hibi_start_channels(streams_of(node));
#if !WEFT_HIBI_SINGLE_WORDS
    weft_hibi_set_words(weft_hibi.outgoing, WEFT_HIBI_OUTGOING);
#endif
    weft_hibi_enable();
    *weft_hibi_register(WEFT_HIBI_DMA_PENDING) = WEFT_HIBI_DMA_UNKNOWN;
}
