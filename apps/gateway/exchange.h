/* Carries out the script of a live gateway. */
#ifndef GATEWAY_EXCHANGE_H
#define GATEWAY_EXCHANGE_H

#include "attend.h"
#include "script.h"

/* How a session was served in an interval, and the results. */
struct served {
    const struct kind *kind;
    unsigned number, dsp;
    uint32_t polling_ticks, internal_bytes;
    bool is_misplaced; /* in external memory, because of fragmentation of the internal one */
    uint32_t requests, postponed;
    uint64_t longest; /* latency, in ticks */
};

/* The time from an event, at which new sessions make their first requests, to the next event. */
struct interval {
    struct event event;
    uint32_t begin_ms, end_ms;
    int32_t planned;                          /* load in millionths */
    uint32_t starting, replanning, switching; /* in ticks: computing the choices of new sessions, choosing, switching */
    unsigned switched;                        /* running sessions that were switched */
    uint64_t elapsed, idle;                   /* ticks */
    unsigned count;
    struct served sessions[SESSIONS_MOST];
};

/* The task of lowest priority: carries out the events, the last of which ends the run, and records the intervals. Its
 * argument is unused. */
void exchange(void *argument);

extern struct event exchange_events[EVENTS_MOST];
extern struct interval exchange_intervals[EVENTS_MOST];
extern unsigned exchange_count; /* events */

/* Why the run ended early; NULL if it did not. */
extern const char *exchange_failure;

/* Returns where the results of a session are stored, by the order in which sessions start; NULL if nowhere. */
struct kept *exchange_keep(const struct kind *kind, unsigned started);

#endif
