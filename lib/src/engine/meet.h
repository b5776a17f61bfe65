/* How all ranks meet: at the barrier of the link, if it has one and the library is not compiled to be small. All images
 * of a machine must be built alike. */
#ifndef WEFT_MEET_H
#define WEFT_MEET_H

#include "link_port.h"

#include "arch/small.h"

#define WEFT_MEETS (WEFT_LINK_HAS_BARRIER && !WEFT_SMALL)

/* meet.c */
void weft_meet(void);

#endif
