/* Doorbells, which tell a receiver who has sent something. Each sender has a doorbell flag near the receiver: a byte
 * with the number of its last message. */
#ifndef WEFT_SCRATCHPAD_DOORBELL_H
#define WEFT_SCRATCHPAD_DOORBELL_H

#include "peer.h"

extern uint32_t weft_scratchpad_seen[WEFT_SCRATCHPAD_DOORBELL_WORDS]; /* by node, a byte each: its last message taken */

/* Finds the flags of all ranks, before the first poll. */
void weft_scratchpad_find_groups(void);

/* Makes the next message of a node the head, if it has come. */
bool weft_scratchpad_has_come(uint32_t node);

/* Polls the doorbell flags of all senders once, and makes a message that has come the head. */
void weft_scratchpad_poll_all(void);

/* Polls the doorbell flags of four of the senders, of the next ones at each call. Returns whether any node other than
 * `node` has sent something that is not taken; with WEFT_SCRATCHPAD_NO_NODE, whether any node at all has. */
#define WEFT_SCRATCHPAD_NO_NODE UINT32_MAX
bool weft_scratchpad_has_other(uint32_t node);

#endif
