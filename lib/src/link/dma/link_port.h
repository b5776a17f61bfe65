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

#include <weft/bus_address.h>
#include <weft/fast_path.h>
#include <weft/pl080.h>

/* Of what the length field of a request word holds, as much as two pieces of the controller copy. */
#define WEFT_LINK_STREAM (WEFT_BLOCK_LENGTH_MASK / WEFT_LINK_BLOCK * WEFT_LINK_BLOCK)
#define WEFT_LINK_OFFER WEFT_LINK_BLOCK

#define WEFT_DMA_SLOTS 8u

struct weft_dma_slot {
    volatile weft_word word; /* the message's request word, written last; 0: the slot is free */
    uint32_t data[WEFT_LINK_BLOCK / 4];
};

/* What others write into a core's memory; it lies at the same address in all cores. */
struct weft_dma_landing {
    struct weft_dma_slot slots[WEFT_CORES][WEFT_DMA_SLOTS]; /* by sender */
    volatile uint32_t taken[WEFT_CORES];                    /* by receiver: messages of this core that it has taken */
    volatile uint32_t credits[WEFT_CORES];                  /* by receiver: batches of credits that it has given */
};

struct weft_dma {
    uint32_t node;
    uint32_t sent[WEFT_CORES];     /* messages to a node so far */
    uint32_t received[WEFT_CORES]; /* messages of a node so far */
    uint32_t given[WEFT_CORES];    /* batches of credits to a node so far */
    uint32_t collected[WEFT_CORES];
    weft_word head; /* request word of the message at the head; 0: none that we know of */
    uint32_t from;  /* who sent it, or the last one */
};

extern struct weft_dma weft_dma;
extern struct weft_dma_landing weft_dma_landing;

/* message.c */
weft_word weft_dma_look(void);
void weft_dma_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length);

/* signal.c */
void weft_dma_start(uint32_t node);
void weft_dma_wake(uint32_t node);
void weft_dma_sleep(void);
void weft_dma_give_credit(uint32_t node);

/* The landing area of a core, as the bus sees it. */
static inline struct weft_dma_landing *weft_dma_landing_of(uint32_t node)
{
    return (struct weft_dma_landing *)weft_bus_address(node, &weft_dma_landing);
}

static inline uint32_t weft_link_piece(uint32_t total)
{
    (void)total;
    return WEFT_LINK_STREAM;
}

static inline void weft_link_start(uint32_t node, uint32_t count)
{
    (void)count;
    weft_dma_start(node);
}

static inline void weft_link_stop(void)
{
}

static inline weft_word weft_link_head(void)
{
    return weft_dma.head != 0 ? weft_dma.head : weft_dma_look();
}

static inline weft_word weft_link_wait_head(void)
{
    weft_word head;
    while ((head = weft_link_head()) == 0) {
        weft_dma_sleep();
    }
    return head;
}

static inline void weft_link_meet(uint32_t node)
{
    (void)node;
}

static inline void weft_link_take(void *buffer)
{
    weft_dma_take(buffer);
}

static inline bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    return weft_dma_try_send(node, label, buffer, length);
}

static inline void weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    weft_dma_stream(node, label, buffer, length);
}

/* Whoever takes a message wakes its sender if the slots were full. */
static inline void weft_link_rest(void)
{
    if (weft_dma.head == 0) {
        weft_dma_sleep();
    }
}

static inline void weft_link_give_credit(uint32_t node)
{
    weft_dma_give_credit(node);
}

static inline bool weft_link_take_credit(uint32_t node)
{
    const bool given = weft_dma_landing.credits[node] != weft_dma.collected[node];
    weft_dma.collected[node] += given;
    return given;
}

#endif
