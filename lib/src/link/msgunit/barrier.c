/* The barrier of a rank that must not sleep in it.
 *
 * The rank arrives at the synchronization controller by msg.receive, which does not sleep; its result is nonzero at the
 * last rank that arrives. The LACK that releases the others is just a pending bit, which any message that this rank
 * sends meanwhile clears, so the rank cannot rely on it. Therefore, before it arrives, it asks the next rank to report
 * the release:
 *
 *     rank r, awake                                   rank r + 1
 *     event ASKED                     ------------->
 *     msg.receive: arrives
 *     makes progress, or sleeps                       is released
 *     returns                         <-------------  event RELEASED
 *
 * The request is never late: no rank is released before rank r arrives. Rank r + 1 learns of its own release because it
 * sleeps in the barrier, or because it arrives last, or because rank r + 2 reports it likewise; at least one rank in
 * the circle does not depend on a report, since one arrives last.
 *
 * A rank may be asked for the next barrier before it has answered for this one, but never for the one after that: two
 * events alternate.
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

/* Called when nothing makes progress: sleeps until something may, or until this rank is released. */
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
