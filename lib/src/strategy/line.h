/* The line between the GPP and a DSP: they ring each other, say a few first words, and see each other's memory. On a
 * chip it is two mailboxes and the bus, or the shared memory and an interrupt; on a host shared memory of processes and
 * a signal: the same functions. */
#ifndef WEFT_STRATEGY_LINE_H
#define WEFT_STRATEGY_LINE_H

/* The core on which the GPP's program runs; the DSPs follow. */
#define WEFT_GPP_CORE 0u

#ifdef WEFT_STRATEGY_NATIVE
#include "strategy/native_line.h"
#elif defined WEFT_STRATEGY_SHARED
#include "strategy/shared_line.h"
#else
#include "strategy/mailbox_line.h"
#endif

#endif
