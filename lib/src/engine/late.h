/* Timeouts: with -D WEFT_TIMEOUT=CYCLES no MPI call waits longer than that for any one message.
 *
 * A request that is given up must not disturb later messages:
 * - A receive without a message is withdrawn.
 * - A send that its receiver has not answered is never sent. If the CTS arrives later, the sender answers with a notice
 *   (an RTS in a context of its own) instead of the data, and the notice ends the receive.
 * - Data that arrive after their receive was given up are dropped, so that they are not taken for those of the next
 *   message.
 * For this, one of WEFT_GIVEN_UP static requests takes over the request, and the caller may reuse its memory.
 */
#ifndef WEFT_LATE_H
#define WEFT_LATE_H

#include "engine/engine.h"

#if WEFT_TIMEOUT > 0
#include <weft/timer.h>

/* Maximum number of given-up requests whose peers have not answered yet. */
#ifndef WEFT_GIVEN_UP
#define WEFT_GIVEN_UP 16u
#endif

#define WEFT_LATE UINT32_MAX

/* The context of a notice that a send was given up. */
#define WEFT_CONTEXT_GIVEN_UP UINT32_MAX

/* Waits for a request, and gives it up if nothing of it has moved for WEFT_TIMEOUT cycles (weft_is_late()). */
void weft_wait_in_time(struct weft_request *request);

/* If this send, for which a CTS has come, was given up: queues the notice to the receiver and returns true. */
bool weft_answer_late(struct weft_request *request);

/* Ends the receive whose sender has given up the send with this cookie. */
void weft_hear_given_up(int32_t rank, uint32_t cookie);
#endif

/* Was a request given up? */
static inline bool weft_is_late(const struct weft_request *request)
{
#if WEFT_TIMEOUT > 0
    return request->fragment == WEFT_LATE;
#else
    (void)request;
    return false;
#endif
}

/* Is a request the notice that a send was given up? */
static inline bool weft_is_notice(const struct weft_request *request)
{
#if WEFT_TIMEOUT > 0
    return request->envelope.context == WEFT_CONTEXT_GIVEN_UP;
#else
    (void)request;
    return false;
#endif
}

/* weft_wait_begins() returns the time at which a wait begins. weft_rest_in_time() makes progress or sleeps, and returns
 * whether the wait may go on. */
static inline uint64_t weft_wait_begins(void)
{
#if WEFT_TIMEOUT > 0
    return weft_timer_now();
#else
    return 0;
#endif
}

static inline bool weft_rest_in_time(const struct weft_request *request, uint64_t since)
{
    weft_progress_or_rest(request);
    return WEFT_TIMEOUT == 0 || weft_wait_begins() - since <= WEFT_TIMEOUT;
}

#endif
