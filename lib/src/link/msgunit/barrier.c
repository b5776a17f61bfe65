/* The barrier of a rank that must not sleep in it.
 *
 * It asks the controller by msg.receive, which does not sleep: of the last rank that comes the answer says so. The LACK
 * that tells the others is a pending bit, which a message that this rank sends meanwhile clears, so that it cannot be
 * relied on. Therefore the rank asks the next one, before it comes itself, to tell it: that one sees the event when it
 * is released, since no rank is before this one has come. It was asleep, or was the last to come, or is told in the
 * same way by the rank after it: somewhere in the circle there is one of the former.
 *
 * A rank may be asked for the next barrier before it has answered for this one, never for the one after that: two
 * events take turns.
 */
#include "link_port.h"

#include <weft/boot.h>

#if WEFT_LINK_HAS_BARRIER && !WEFT_SMALL
#define RELEASED_TOKEN WEFT_TOKEN_EVENT_LAST
#define ASKED_TOKEN (WEFT_TOKEN_EVENT_LAST - 1u)
#define ASKED_IN_TURN_TOKEN (WEFT_TOKEN_EVENT_LAST - 2u)
#define RELEASED (UINT32_C(1) << 31)
#define ASKED (UINT32_C(1) << 30)

uint32_t weft_msgunit_asked = ASKED;

static uint32_t neighbour(uint32_t further, uint32_t count)
{
    const uint32_t rank = (uint32_t)weft_self()->rank + further;
    return weft_boot.core_of_rank[rank < count ? rank : rank - count];
}

static void ask(uint32_t asked, uint32_t count)
{
    if (asked == ASKED) {
        weft_msg_send(0, neighbour(1, count), ASKED_TOKEN);
    } else {
        weft_msg_send(0, neighbour(1, count), ASKED_IN_TURN_TOKEN);
    }
}

void weft_msgunit_answer(uint32_t count)
{
    weft_msg_send(0, neighbour(count - 1, count), RELEASED_TOKEN);
}

/* Nothing moves: sleeps until something may, or this rank is released. */
static void rest(uint32_t count)
{
    const uint32_t causes = WEFT_INTERRUPT_BIT(WEFT_CAUSE_RETRY) | WEFT_INTERRUPT_BIT(WEFT_CAUSE_MAILBOX) |
                            WEFT_INTERRUPT_BIT(WEFT_CAUSE_EVENT);
    const uint32_t on = weft_interrupts_off();
    weft_set_mevmaskh(RELEASED);
    WEFT_PROBE("barrier", WEFT_BARRIERS - 1, count, 0, 0);
    weft_interrupt_sleep(causes);
    WEFT_PROBE_HOLD("barrier", WEFT_BARRIERS - 1, count, 0, 0);
    weft_clear_mevmaskh(RELEASED);
    weft_interrupts_restore(on);
}

void weft_link_barrier_awake(uint32_t count, bool (*progress)(void))
{
    const uint32_t asked = weft_msgunit_take_turn();
    ask(asked, count);
    const bool is_last = weft_msg_receive(weft_msgunit_barrier(count), WEFT_SYNC_NODE, WEFT_TOKEN_BARRIER) != 0;
    bool is_told = false;
    while (!is_told) {
        is_told = (weft_clear_meventh(RELEASED) & RELEASED) != 0;
        if (is_told || is_last) {
            weft_msgunit_answer_if_asked(asked, count);
        }
        if (!is_told && !progress()) {
            rest(count);
        }
    }
}
#else
typedef int weft_events_are_all_credits;
#endif
