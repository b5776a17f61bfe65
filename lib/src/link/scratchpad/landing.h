/* Pieces of long messages that a sender writes near their receiver over a circuit (landing.c). */
#ifndef WEFT_SCRATCHPAD_LANDING_H
#define WEFT_SCRATCHPAD_LANDING_H

#include "link_port.h"

/* Sends the beginning of a long message in pieces, of which each is read before the next one is sent. Returns its
 * bytes: all of them, unless its receiver does not look for pieces, the place near it is not free, or another core's
 * circuit is in the way. */
uint32_t weft_scratchpad_land(struct weft_scratchpad_peer *peer, const char *data, uint32_t length);

/* Reads what of a long message lands near this core. Returns its bytes: the rest comes through the ring. */
uint32_t weft_scratchpad_pick_up(struct weft_scratchpad_peer *peer, char *data, uint32_t length);

#endif
