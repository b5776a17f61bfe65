/* Carries out the script of a live gateway. */
#ifndef GATEWAY_EXCHANGE_H
#define GATEWAY_EXCHANGE_H

#include "attend.h"
#include "script.h"

/* How a session was served in an interval, and what came of it. */
struct served {
    const struct kind *kind;
    unsigned number, dsp;
    uint32_t polling_ticks, internal_bytes;
    bool is_misplaced; /* in external memory, since the internal one has no room in one piece */
    uint32_t requests, postponed;
    uint64_t longest; /* latency, in ticks */
};

/* The time from an event, when what starts makes its first requests, to the next event. */
struct interval {
    struct event event;
    uint32_t begin_ms, end_ms;
    int32_t planned;                          /* load in millionths */
    uint32_t starting, replanning, switching; /* ticks: choices of new sessions, choosing, switching */
    unsigned switched;                        /* sessions that ran and are served otherwise now */
    uint64_t elapsed, idle;                   /* ticks */
    unsigned count;
    struct served sessions[SESSIONS_MOST];
};

/* The kernel's least urgent task: carries out the events, the last of which ends the run, and notes the intervals. Its
 * argument is unused. */
void exchange(void *argument);

extern struct event exchange_events[EVENTS_MOST];
extern struct interval exchange_intervals[EVENTS_MOST];
extern unsigned exchange_count; /* events */

/* Why it ended early; NULL if it did not. */
extern const char *exchange_failure;

/* Where the results of the sessions go, in the order in which they start; none if there are no more. */
struct kept *exchange_keep(const struct kind *kind, unsigned started);

#endif
