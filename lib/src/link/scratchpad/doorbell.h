/* Which sender has sent something: each has a doorbell flag near the receiver, a byte with the number of its last
 * message. */
#ifndef WEFT_SCRATCHPAD_DOORBELL_H
#define WEFT_SCRATCHPAD_DOORBELL_H

#include "peer.h"

extern uint32_t weft_scratchpad_seen[WEFT_SCRATCHPAD_DOORBELL_WORDS]; /* a byte a node: its last message taken */

/* Finds the flags of all ranks, before the first poll. */
void weft_scratchpad_find_groups(void);

/* Makes the next message of a node the head, if it has come. */
bool weft_scratchpad_has_come(uint32_t node);

/* Polls the doorbell flags of all senders once, and makes a message that has come the head. */
void weft_scratchpad_poll_all(void);

/* Polls the doorbell flags of some of the senders, of the next ones in each call: has any node but this one sent what
 * was not taken? With WEFT_SCRATCHPAD_NO_NODE, has any node at all? */
#define WEFT_SCRATCHPAD_NO_NODE UINT32_MAX
bool weft_scratchpad_has_other(uint32_t node);

#endif
