/* The link by DMA (PL080) between the cores' data memories, all of which the bus can access.
 *
 * Each core has eight landing slots for each sender in its own memory; senders write them over the bus. A slot holds a
 * whole message of at most a block. Of a longer message it holds only the address in the sender's memory: once the
 * receiver knows the destination, it has the controller fetch the message, and tells the sender. Nothing is copied
 * twice.
 *
 *     sender                                        receiver
 *     at most a block: stores ----------------->    slot: data, then the request word
 *     count of taken messages <-----------------    copies the data, frees the slot
 *
 *     longer: stores -------------------------->    slot: address, then the request word
 *     buffer <----------------------------------    the controller reads the message, in one or two pieces
 *     sleeps; count of taken messages <---------    frees the slot, wakes the sender
 *
 * Polling for messages takes no bus transfer. After each message the sender sets the receiver's software interrupt:
 * this wakes a core that sleeps, and is never taken.
 *
 * The contract holds because each pair has its own slots: whether one is free depends on the receiver alone, and
 * messages between two nodes keep the order of their ring of slots. Credits are counts in the sender's memory.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"
#include <weft/bus_address.h>
#include <weft/pl080.h>

/* The longest length that a request word holds; the controller copies it in at most two pieces. */
#define WEFT_LINK_STREAM (WEFT_BLOCK_LENGTH_MASK / WEFT_LINK_BLOCK * WEFT_LINK_BLOCK)
#define WEFT_LINK_OFFER WEFT_LINK_BLOCK

#define WEFT_DMA_SLOTS 8u

/* What other cores write into a core's memory; it is at the same address in all cores. A slot is the data and a request
 * word, which is written last and is 0 while the slot is free. */
struct weft_dma_landing {
    volatile weft_word words[WEFT_CORES][WEFT_DMA_SLOTS]; /* by sender */
    uint32_t data[WEFT_CORES][WEFT_DMA_SLOTS][WEFT_LINK_BLOCK / 4];
    volatile uint32_t taken[WEFT_CORES];   /* by receiver: messages that it has taken from this core */
    volatile uint32_t credits[WEFT_CORES]; /* by receiver: batches of credits that it has given to this core */
};

/* What a core knows of another one; the counts wrap around at 2^32. */
struct weft_dma_peer {
    struct weft_dma_landing *landing; /* its landing area, as the bus sees it */
    uint32_t sent;                    /* messages to it so far */
    uint32_t received;                /* messages taken from it so far */
    uint32_t given;                   /* batches of credits to it so far */
    uint32_t collected;               /* batches of credits from it so far that have been used */
};

struct weft_dma {
    uint32_t node;
    weft_word head; /* request word of the message at the head; 0: none that we know of */
    uint32_t turn;  /* index in `nodes` of its sender, or of that of the last message */
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

/* A node that takes a message wakes its sender if the slots were full. */
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
