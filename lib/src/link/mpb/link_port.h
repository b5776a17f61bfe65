/* The link over the message buffers (docs/contract/message-buffers.md): the message units of a mesh carry blocks, each
 * whole and in order between two tiles, and wait for room by themselves.
 *
 * A message is a block: its request word, then its data. The unit copies a block from and to one piece of memory, so
 * both sides copy the data once more, to and from the place after the request word. For the data of a long message that
 * copy would be most of the work: they go as bare blocks, without a request word, from the sender's buffer into the
 * receiver's. The receiver recognizes a bare block because it is longer than any other can be. (So bare blocks must be
 * longer than 68 bytes; data of 65 to 68 bytes make two messages.)
 *
 * Not all of the contract follows from the hardware. All blocks of a sender share its output buffer, so a block for a
 * tile that takes nothing blocks those behind it. Therefore a core never lets its unit wait for room: it checks for
 * room first, and while there is none it takes what has come. Credits, which are blocks of one word, wait likewise.
 *
 * Blocks are addressed to task numbers, which are the ranks; nodes are cores.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"

/* All of the output buffer. With half of it, so that the next piece could be copied while this one travels, a word
 * takes as long on nagam, and half as long again on nagamx: the round trip for each block determines the time. */
#define WEFT_MPB_LONGEST                                                                                               \
    (WEFT_MPB_OUTPUT_BYTES < WEFT_BLOCK_LENGTH_MASK ? WEFT_MPB_OUTPUT_BYTES : WEFT_BLOCK_LENGTH_MASK)
#define WEFT_LINK_STREAM (WEFT_MPB_LONGEST / WEFT_LINK_BLOCK * WEFT_LINK_BLOCK)
#define WEFT_LINK_OFFER WEFT_LINK_STREAM
#ifndef WEFT_BOUNCE
#define WEFT_BOUNCE WEFT_LINK_STREAM
#endif

/* Length of the block of a message of WEFT_LINK_BLOCK bytes, with its request word. */
#define WEFT_MPB_BLOCK (4u + WEFT_LINK_BLOCK)
_Static_assert(WEFT_LINK_STREAM > WEFT_MPB_BLOCK, "the link needs an output buffer of at least 128 bytes");
_Static_assert(WEFT_MPB_TABLE_TASKS >= WEFT_CORES, "the link needs an entry in the translation table for each core");

struct weft_mpb {
    weft_word word;         /* request word of this node, without label and length */
    weft_word head;         /* request word of the message at the head; 0: none that we know of */
    uint32_t wanted;        /* the least room, in bytes, that a refused message needs; 0: none was refused */
    uint32_t owing;         /* credits that have not found room yet */
    bool owed[WEFT_CORES];  /* the nodes to which these are owed */
    bool given[WEFT_CORES]; /* nodes that have given credits */
    weft_rank task_of_node[WEFT_CORES];
    weft_rank node_of_task[WEFT_CORES];
    uint32_t incoming[WEFT_MPB_BLOCK / 4]; /* the block at the head, unless it is bare */
    uint32_t outgoing[WEFT_MPB_BLOCK / 4]; /* the last block sent, unless it was bare */
};

extern struct weft_mpb weft_mpb;

/* send.c: sends the credits that are owed to node `first` and to those after it, as far as there is room. */
void weft_mpb_offer_credits(uint32_t first);

/* receive.c: weft_mpb_look() polls for a message and returns the head. weft_mpb_sleep() sleeps until a block has come
 * or, if `room` is not 0, until there is that much room, and returns the value of register ARRIVED. */
weft_word weft_mpb_look(void);
uint32_t weft_mpb_sleep(uint32_t room);

static inline weft_word weft_link_head(void)
{
    return weft_mpb.head != 0 ? weft_mpb.head : weft_mpb_look();
}

static inline void weft_link_rest(void)
{
    if (weft_link_head() == 0) {
        weft_mpb_sleep(weft_mpb.wanted);
    }
    weft_mpb.wanted = 0;
}

#include "link/common.h"
#include "link/link.h"

#endif
