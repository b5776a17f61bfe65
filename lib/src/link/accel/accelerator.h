/* Accelerators as nodes: a hardware block that knows nothing of messages, and the driver that speaks for it.
 *
 * Source: L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011,
 * V.B: the node that sends to a virtual node runs its driver. What it is sent goes to the block; what the block gives
 * back is a message of that node to the sender, with the label of the message that it answers: for MCAPI, from and to
 * the port that was written to.
 *
 * A driver (dct.c) defines a `struct weft_accelerator` of the kind's name. Which node has which is generated
 * with the platform: WEFT_ACCELERATORS(X) is X(number on the link, kind) for each, and WEFT_ACCELERATOR_BITS has their
 * bits. A core waits for its answer before it sends the next one to the same block; cores share none.
 */
#ifndef WEFT_ACCELERATOR_H
#define WEFT_ACCELERATOR_H

#include <stdbool.h>
#include <stdint.h>
#include <weft/label.h>
#include <weft/platform.h>

/* The largest message and the largest answer, in bytes: a block of 8 x 8 samples of 16 bits. */
#define WEFT_ACCELERATOR_MESSAGE 128u

struct weft_accelerator {
    uint32_t request; /* bytes of a message to it: whole words, WEFT_ACCELERATOR_MESSAGE at most */
    uint32_t answer;  /* of what it gives back, likewise */
    /* Gives it a message, by the bare driver; `address` is its first HIBI address, `to` where the answer is to go.
     * Returns when the message's memory may be reused. */
    void (*give)(uint32_t address, const uint32_t *message, uint32_t to);
};

#ifndef WEFT_ACCELERATOR_BITS
#define WEFT_ACCELERATOR_BITS 0u
#endif

/* Whether a node is one. */
static inline bool weft_accel_is(uint32_t node)
{
    return (WEFT_ACCELERATOR_BITS >> node & 1u) != 0;
}

/* Gives a node a message of node `own`, which is to have the answer; false: it has not answered the last one. */
bool weft_accel_try_send(uint32_t own, uint32_t node, weft_word label, const void *message, uint32_t length);

/* The request word of what a node has answered, or 0. */
weft_word weft_accel_look(uint32_t node);

/* Takes it. */
void weft_accel_take(uint32_t node, void *buffer);

#endif
