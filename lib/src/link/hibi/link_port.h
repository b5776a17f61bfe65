/* The link over HIBI (docs/hibi.md): the DMA controllers of the cores send words to addresses of each other.
 *
 * Each core has a stream channel for each peer, whose controller writes what that peer sends round and round into a
 * ring in the core's memory; a message is its request word and its data (<weft/wire.h>). Of a long message the words go
 * to a packet channel of the pair, which the receiver sets up when it knows where it wants them. Until then they wait
 * in the wrappers, and whatever comes behind them.
 *
 * What the contract asks follows from this: a ring holds more than a peer can send without credit, so what does not
 * fit waits for nobody but the receiver; a core whose controller is not done refuses the next message.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include <weft/fast_path.h>
#include <weft/hibi_dma.h>

#include "link/bus/link_port_bus.h"

#define WEFT_LINK_STREAM (WEFT_BLOCK_LENGTH_MASK / WEFT_LINK_BLOCK * WEFT_LINK_BLOCK)
#define WEFT_LINK_OFFER WEFT_LINK_BLOCK

/* Words of a ring, a power of two: all blocks that credits allow, and a quarter for what needs none. */
#define WEFT_HIBI_RING 1024u
_Static_assert(WEFT_CREDITS *(1 + WEFT_LINK_BLOCK / 4) <= WEFT_HIBI_RING * 3 / 4,
               "the rings of the link are too small for so many credits");
_Static_assert(WEFT_HIBI_DMA_STREAMS >= WEFT_PEERS && WEFT_HIBI_DMA_PACKETS >= WEFT_PEERS,
               "the link needs a stream and a packet channel for each peer");

/* What a core knows of a peer. */
struct weft_hibi_peer {
    volatile uint32_t *held; /* register: words in the ring that have not been consumed */
    uint32_t *ring;
    uint32_t next;   /* place of its next word in the ring */
    uint32_t stream; /* HIBI address for messages to it; 0 of an accelerator */
    bool given;      /* has given a credit */
};

struct weft_hibi {
    uint32_t node;
    weft_word word; /* of requests of this node, without label and length */
    weft_word head; /* request word of the message at the head; 0: none that we know of */
    uint32_t turn;  /* who sent it, or the last one */
    struct weft_hibi_peer peers[WEFT_PEERS];
    uint32_t outgoing[1 + WEFT_LINK_BLOCK / 4]; /* the last message sent, or its beginning */
    uint32_t credit;
};

extern struct weft_hibi weft_hibi;

/* message.c */
weft_word weft_hibi_look(void);
void weft_hibi_stream_out(uint32_t node, weft_word label, const void *buffer, uint32_t length);
void weft_hibi_give_credit(uint32_t node);
bool weft_hibi_take_credit(uint32_t node);

/* start.c */
void weft_hibi_start(uint32_t node, uint32_t count);

static inline uint32_t weft_link_piece(uint32_t total)
{
    (void)total;
    return WEFT_LINK_STREAM;
}

static inline void weft_link_start(uint32_t node, uint32_t count)
{
    weft_hibi_start(node, count);
}

static inline weft_word weft_link_head(void)
{
    return weft_hibi.head != 0 ? weft_hibi.head : weft_hibi_look();
}

static inline bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    return weft_bus_try_send(node, label, buffer, length);
}

static inline bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    weft_hibi_stream_out(node, label, buffer, length);
    return true;
}

/* A refused send is worth another try when the transfer under way is over, which takes a few cycles. */
static inline void weft_link_rest(void)
{
}

static inline void weft_link_give_credit(uint32_t node)
{
    weft_hibi_give_credit(node);
}

static inline bool weft_link_take_credit(uint32_t node)
{
    return weft_hibi_take_credit(node);
}

#endif
