/* Whether the platform supports calls of DSP functions (<strategy_call.h>), in one of three ways:
 * - mailboxes with two channels for each DSP in addition to those of messages between ranks, data memories that other
 * cores can access, an interrupt controller, and shared memory;
 * - WEFT_STRATEGY_SHARED: shared memory, and an interrupt that each core can raise at any other;
 * - WEFT_STRATEGY_NATIVE: processes of a host in place of cores. */
#ifndef WEFT_STRATEGY_PLATFORM_H
#define WEFT_STRATEGY_PLATFORM_H

#include <weft/platform.h>

#ifdef WEFT_STRATEGY_NATIVE
#define WEFT_STRATEGY_CALLS 1
#elif defined WEFT_MAILBOX_BASE && defined WEFT_DMEM_BUS_BASE && defined WEFT_INTERRUPT_CONTROLLER_BASE &&             \
    defined WEFT_SHARED_BASE && WEFT_CORES > 1 && WEFT_MAILBOX_CHANNELS >= 3 * WEFT_CORES - 1
#define WEFT_STRATEGY_CALLS 1
#elif defined WEFT_SHARED_BASE && WEFT_CORES > 1 &&                                                                    \
    (defined WEFT_SOFTWARE_INTERRUPT_BASE || defined WEFT_WORD_QUEUE ||                                                \
     (defined WEFT_MAILBOX0_BASE && WEFT_MAILBOX0_CHANNELS >= WEFT_CORES && WEFT_MAILBOX0_COUNT >= WEFT_CORES))
#define WEFT_STRATEGY_SHARED
#define WEFT_STRATEGY_CALLS 1
#else
#define WEFT_STRATEGY_CALLS 0
#endif

#endif
