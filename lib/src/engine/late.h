/* Waits that end: with -D WEFT_TIMEOUT=CYCLES no call of MPI waits longer for any one message than that.
 *
 * What a call gives up leaves nothing that could go wrong later. A receive without a message is taken back. A send that
 * its receiver has not answered is never sent: when the answer comes all the same, a notice goes back instead of the
 * data (an RTS in a context of its own), and ends the receive. Data that come after their receive was given up are
 * dropped, so that those of the next message are not taken for them. For that a request that was given up has one of a
 * few places of its own; its memory is the caller's again.
 */
#ifndef WEFT_LATE_H
#define WEFT_LATE_H

#include "engine/engine.h"

#if WEFT_TIMEOUT > 0
#include <weft/timer.h>

/* Requests that were given up and whose peers have not been heard of since. */
#ifndef WEFT_GIVEN_UP
#define WEFT_GIVEN_UP 16u
#endif

#define WEFT_LATE UINT32_MAX

/* The context of a notice. */
#define WEFT_CONTEXT_GIVEN_UP UINT32_MAX

/* Waits for a request. It is given up, and late, when nothing of it has moved in time. */
void weft_wait_in_time(struct weft_request *request);

/* Whether a send is one that was given up; its receiver has asked for the data. */
bool weft_answer_late(struct weft_request *request);

/* The sender of an RTS with this cookie has given it up: its receive ends. */
void weft_hear_given_up(int32_t rank, uint32_t cookie);
#endif

/* Was it given up? */
static inline bool weft_is_late(const struct weft_request *request)
{
#if WEFT_TIMEOUT > 0
    return request->fragment == WEFT_LATE;
#else
    (void)request;
    return false;
#endif
}

/* Is it the notice that a send was given up? */
static inline bool weft_is_notice(const struct weft_request *request)
{
#if WEFT_TIMEOUT > 0
    return request->envelope.context == WEFT_CONTEXT_GIVEN_UP;
#else
    (void)request;
    return false;
#endif
}

/* When a wait begins; whether it may go on after some progress, or some rest. */
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
