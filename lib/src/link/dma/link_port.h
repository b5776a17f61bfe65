/* The link by DMA (PL080) between the cores' data memories, all of which the bus reaches.
 *
 * Each core has landing slots for each sender, in its own memory, which others write over the bus: a message of at most
 * a block lies there whole. Of a longer one there is only where it lies at its sender; the receiver, when it knows
 * where it wants it, has the controller fetch it, and tells the sender. Nothing is copied twice.
 *
 * Looking for messages costs no bus transfer. Behind each message its receiver's software interrupt is set: it serves
 * to wake a core that sleeps, and is never taken.
 *
 * What the contract asks follows from there being slots for each pair: whether one is free depends on the receiver
 * alone, and order between two nodes is the order in their ring of slots. Credits are counts in the sender's memory.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"
#include <weft/bus_address.h>
#include <weft/pl080.h>

/* Of what the length field of a request word holds, as much as two pieces of the controller copy. */
#define WEFT_LINK_STREAM (WEFT_BLOCK_LENGTH_MASK / WEFT_LINK_BLOCK * WEFT_LINK_BLOCK)
#define WEFT_LINK_OFFER WEFT_LINK_BLOCK

#define WEFT_DMA_SLOTS 8u

/* What others write into a core's memory; it lies at the same address in all cores. A slot is a request word, written
 * last and 0 while the slot is free, and the data. */
struct weft_dma_landing {
    volatile weft_word words[WEFT_CORES][WEFT_DMA_SLOTS]; /* by sender */
    uint32_t data[WEFT_CORES][WEFT_DMA_SLOTS][WEFT_LINK_BLOCK / 4];
    volatile uint32_t taken[WEFT_CORES];   /* by receiver: messages of this core that it has taken */
    volatile uint32_t credits[WEFT_CORES]; /* by receiver: batches of credits that it has given */
};

/* What a core knows of another one; the counts go round at 2^32. */
struct weft_dma_peer {
    struct weft_dma_landing *landing; /* its landing area, as the bus sees it */
    uint32_t sent;                    /* messages to it so far */
    uint32_t received;                /* messages of it so far */
    uint32_t given;                   /* batches of credits to it so far */
    uint32_t collected;               /* batches of credits of it so far */
};

struct weft_dma {
    uint32_t node;
    weft_word head; /* request word of the message at the head; 0: none that we know of */
    uint32_t turn;  /* who sent it, or the last one: an index of `nodes` */
    uint32_t count; /* of the other nodes of the job */
    weft_rank nodes[WEFT_CORES];
    struct weft_dma_peer peers[WEFT_CORES]; /* by node */
};

extern struct weft_dma weft_dma;
extern struct weft_dma_landing weft_dma_landing;

/* message.c */
weft_word weft_dma_look(void);
void weft_dma_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length);

/* signal.c */
void weft_dma_sleep(void);

static inline weft_word weft_link_head(void)
{
    return weft_dma.head != 0 ? weft_dma.head : weft_dma_look();
}

static inline bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    weft_dma_stream(node, label, buffer, length);
    return true;
}

/* Whoever takes a message wakes its sender if the slots were full. */
static inline void weft_link_rest(void)
{
    if (weft_dma.head == 0) {
        weft_dma_sleep();
    }
}

static inline bool weft_link_take_credit(uint32_t node)
{
    struct weft_dma_peer *const peer = &weft_dma.peers[node];
    const bool given = weft_dma_landing.credits[node] != peer->collected;
    peer->collected += given;
    return given;
}

#include "link/common.h"
#include "link/link.h"

#endif
