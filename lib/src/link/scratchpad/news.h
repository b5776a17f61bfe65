/* Who has sent something: each sender has a byte of news near the receiver, the number of its last message. */
#ifndef WEFT_SCRATCHPAD_NEWS_H
#define WEFT_SCRATCHPAD_NEWS_H

#include "peer.h"

extern uint32_t weft_scratchpad_seen[WEFT_SCRATCHPAD_NEWS]; /* a byte a node: the number of its last message taken */

/* Makes the next message of a node the head, if it has come. */
bool weft_scratchpad_has_come(uint32_t node);

/* Looks who has sent something, and makes that the head. */
void weft_scratchpad_ask_all(void);

/* Has any node but this one sent what was not taken? */
bool weft_scratchpad_others(uint32_t node);

#endif
