/* Accelerators as nodes: a hardware block that knows nothing of messages, and the driver that acts for it.
 *
 * Source: L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011,
 * V.B: the node that sends to a virtual node runs its driver. The data of a message go to the block; the block's
 * results are a message from that node to the sender, with the label of the message that it answers: for MCAPI, from
 * and to the port that was written to.
 *
 * A driver (dct.c) defines a `struct weft_accelerator` with the name of its kind. Which node is of which kind is
 * generated with the platform: WEFT_ACCELERATORS(X) is X(number on the link, kind) for each accelerator, and
 * WEFT_ACCELERATOR_BITS is the mask of their numbers. A core waits for an answer before it sends the next message to
 * the same block; no two cores share a block.
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
    uint32_t request; /* bytes of a message to it: whole words, at most WEFT_ACCELERATOR_MESSAGE */
    uint32_t answer;  /* bytes of its answer, likewise */
    /* Sends it a message by the bare driver; `address` is its first HIBI address, `to` is where its answer goes.
     * Returns when the message's memory may be reused. */
    void (*give)(uint32_t address, const uint32_t *message, uint32_t to);
};

#ifndef WEFT_ACCELERATOR_BITS
#define WEFT_ACCELERATOR_BITS 0u
#endif

/* Is a node an accelerator? */
static inline bool weft_accel_is(uint32_t node)
{
    return (WEFT_ACCELERATOR_BITS >> node & 1u) != 0;
}

/* Sends an accelerator a message of node `own`, which gets the answer; false: it has not answered the last message. */
bool weft_accel_try_send(uint32_t own, uint32_t node, weft_word label, const void *message, uint32_t length);

/* Returns the request word of an accelerator's answer, or 0. */
weft_word weft_accel_look(uint32_t node);

/* Takes that answer. */
void weft_accel_take(uint32_t node, void *buffer);

#endif
