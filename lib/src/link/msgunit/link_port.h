/* The link over the message instructions: mailbox, crossbar, synchronization controller (docs/contract/timing.md,
 * section 3).
 *
 * The hardware fulfils the contract by itself: a block is accepted or refused as a whole, mbox.store in its try form
 * never sleeps on the first block, an event is never refused, and blocks of different messages never mix.
 */
#ifndef WEFT_LINK_PORT_H
#define WEFT_LINK_PORT_H

#include "small_messages.h"
#include <weft/instructions.h>
#include <weft/interrupt.h>
#include <weft/probe.h>

/* The longest multiple of a block that the length field of a request holds. */
#define WEFT_LINK_STREAM (WEFT_BLOCK_LENGTH_MASK / WEFT_LINK_BLOCK * WEFT_LINK_BLOCK)

#define WEFT_LINK_OFFER WEFT_LINK_BLOCK

/* Nothing to set up: the hardware needs no list of nodes. */
static inline void weft_link_start(uint32_t node, uint32_t count)
{
    (void)node, (void)count;
}

static inline weft_word weft_link_head(void)
{
    return weft_read_mhead();
}

static inline weft_word weft_link_wait_head(void)
{
    return weft_read_mheadw();
}

static inline void weft_link_take(void *buffer)
{
    weft_mbox_load(buffer);
}

static inline bool weft_link_try_send(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    weft_mbox_enable(WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length);
    return weft_mbox_try_store(buffer, node) == 0;
}

static inline bool weft_link_stream(uint32_t node, weft_word label, const void *buffer, uint32_t length)
{
    weft_mbox_enable(WEFT_FIELD_PUT(WEFT_BLOCK_LABEL, label) | length);
    weft_mbox_store(buffer, node);
    return true;
}

/* The retry interrupt stays pending from the LACK that follows a refusal until the transmitter is used next: no wake-up
 * is lost between polling and sleeping. Interrupts are off meanwhile: no handler of the program may see these two
 * causes, and a pending interrupt of the program's own is taken as soon as they are on again. */
static inline void weft_link_rest(void)
{
    const uint32_t causes = WEFT_INTERRUPT_BIT(WEFT_CAUSE_RETRY) | WEFT_INTERRUPT_BIT(WEFT_CAUSE_MAILBOX);
    const uint32_t on = weft_interrupts_off();
    weft_interrupt_sleep(causes);
    weft_interrupts_restore(on);
}

/* A peer's credit signal is the user event with its node number: see credit.c. */
static inline bool weft_link_take_credit(uint32_t node)
{
    const uint32_t bit = UINT32_C(1) << node % 32u;
    return ((WEFT_CORES <= 32 || node < 32u ? weft_clear_mevent(bit) : weft_clear_meventh(bit)) & bit) != 0;
}

#if WEFT_LINK_HAS_BARRIER
/* barrier.c: the event bit by which, in this barrier, another rank asks this one to report the release; reports it. */
extern uint32_t weft_msgunit_asked;
void weft_msgunit_answer(uint32_t count);

/* Requests alternate between two events: bits 29 and 30 of the upper half. */
static inline uint32_t weft_msgunit_take_turn(void)
{
    return weft_msgunit_asked ^= UINT32_C(3) << 29;
}

static inline void weft_msgunit_answer_if_asked(uint32_t asked, uint32_t count)
{
    if ((weft_clear_meventh(asked) & asked) != 0) {
        weft_msgunit_answer(count);
    }
}

/* The link uses the controller's last barrier; pthread_barrier_init() gives out the first ones. */
static inline uint32_t weft_msgunit_barrier(uint32_t count)
{
    return WEFT_FIELD_PUT(WEFT_BARRIER_NUMBER, WEFT_BARRIERS - 1) | WEFT_FIELD_PUT(WEFT_BARRIER_CORES, count);
}

static inline void weft_link_barrier(uint32_t count)
{
    const uint32_t asked = weft_msgunit_take_turn();
    WEFT_PROBE("barrier", WEFT_BARRIERS - 1, count, 0, 0);
    weft_msg_send(weft_msgunit_barrier(count), WEFT_SYNC_NODE, WEFT_TOKEN_BARRIER);
    WEFT_PROBE_HOLD("barrier", WEFT_BARRIERS - 1, count, 0, 0);
    weft_msgunit_answer_if_asked(asked, count);
}
#endif

#include "link/common.h"
#include "link/link.h"

#endif
