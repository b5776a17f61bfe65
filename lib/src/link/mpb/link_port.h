/* The link of the message buffers (docs/contract/message-buffers.md): the message units of a mesh carry blocks, each
 * whole and in order between two tiles, and wait for room by themselves.
 *
 * A message is a block: its request word, then its data. The unit copies what is one piece in memory, so both sides
 * copy these data once more, behind the request word and from behind it. For the data of a long message that would
 * be most of the work; they go bare, from the sender's buffer into the receiver's. A block is bare if it is longer than
 * any other can be. (Bare blocks must be longer than 68 bytes then; data of 65 to 68 bytes make two messages.)
 *
 * What the contract asks does not all follow from the hardware. All blocks of a sender share its output buffer, and
 * one for a tile that takes nothing holds up the others. So a core never lets its unit wait for room: it looks for
 * room first, and while there is none it takes what has come. Credits, a block of one word, wait likewise.
 *
 * Blocks carry numbers of tasks, which are the ranks; nodes are cores.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"

/* All of the output buffer. With half of it, of which the next piece is copied while this one travels, a word takes as
 * long on nagam, and half as long again on nagamx: what counts is the way there and back for each block. */
#define WEFT_MPB_LONGEST                                                                                               \
    (WEFT_MPB_OUTPUT_BYTES < WEFT_BLOCK_LENGTH_MASK ? WEFT_MPB_OUTPUT_BYTES : WEFT_BLOCK_LENGTH_MASK)
#define WEFT_LINK_STREAM (WEFT_MPB_LONGEST / WEFT_LINK_BLOCK * WEFT_LINK_BLOCK)
#define WEFT_LINK_OFFER WEFT_LINK_STREAM
#ifndef WEFT_BOUNCE
#define WEFT_BOUNCE WEFT_LINK_STREAM
#endif

/* Bytes of a message of one block in its block. */
#define WEFT_MPB_BLOCK (4u + WEFT_LINK_BLOCK)
_Static_assert(WEFT_LINK_STREAM > WEFT_MPB_BLOCK, "the link needs an output buffer of at least 128 bytes");
_Static_assert(WEFT_MPB_TABLE_TASKS >= WEFT_CORES, "the link needs an entry in the translation table for each core");

struct weft_mpb {
    weft_word word;         /* of requests of this node, without label and length */
    weft_word head;         /* request word of the message at the head; 0: none that we know of */
    uint32_t wanted;        /* the least room that a refused message needs, bytes; 0: none was refused */
    uint32_t owing;         /* credits that have not found room yet */
    bool owed[WEFT_CORES];  /* to which nodes */
    bool given[WEFT_CORES]; /* nodes that have given credits */
    weft_rank task_of_node[WEFT_CORES];
    weft_rank node_of_task[WEFT_CORES];
    uint32_t incoming[WEFT_MPB_BLOCK / 4]; /* the block at the head, but for a bare one */
    uint32_t outgoing[WEFT_MPB_BLOCK / 4]; /* the last one sent, but for a bare one */
};

extern struct weft_mpb weft_mpb;

/* send.c: offers the credits that are owed to this node and those behind it. */
void weft_mpb_offer_credits(uint32_t first);

/* receive.c; the core sleeps until a block has come, or until there is so much room, if not 0. Returns what has come,
 * as the register ARRIVED says it. */
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
