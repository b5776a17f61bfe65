/* The kernel's tasks of sessions that come and go while the gateway runs. */
#ifndef GATEWAY_ATTEND_H
#define GATEWAY_ATTEND_H

#include "session.h"

/* A place for a session. */
struct seat {
    struct session session;
    int task;       /* of the kernel */
    int planned;    /* the policy's number */
    uint64_t begin; /* time of the first request */
    volatile bool is_taken;
    bool is_new; /* no request has been made yet */
};

extern struct seat seats[SESSIONS_MOST];

/* Adds the tasks to the kernel, before it runs: one of the highest priority for the interrupts of all sessions, and one
 * for each seat. */
void attend_all(void);

/* Makes the seat's session, whose stream is open, send requests from `begin` on until it is over. The seat is free when
 * all results have arrived. */
void attend_begin(struct seat *seat, uint64_t begin);

/* Called by the library when the DSP has interrupted for a session. */
void attend_tell(void *argument);

/* Serves the session by another choice from now on; `polling_ticks` is the time between its polls. Called by a task of
 * lower priority than the seats'. False if the library rejects the choice. */
bool attend_serve(struct seat *seat, const struct strategy_choice *choice, uint32_t polling_ticks);

#endif
