/* The kernel's tasks of sessions that come and go while the gateway runs. */
#ifndef GATEWAY_ATTEND_H
#define GATEWAY_ATTEND_H

#include "session.h"

/* A place for a session. */
struct seat {
    struct session session;
    int task;       /* of the kernel */
    int planned;    /* the policy's number */
    uint64_t begin; /* when the first request is made */
    volatile bool is_taken;
    bool is_new; /* no request has been made yet */
};

extern struct seat seats[SESSIONS_MOST];

/* Adds the tasks to the kernel, before it runs: one for all that come by interrupts, the most urgent, and one for each
 * seat. */
void attend_all(void);

/* The seat's session, whose stream is open, makes requests from `begin` on until it is over; the seat is free when all
 * results have come. */
void attend_begin(struct seat *seat, uint64_t begin);

/* Called by the library when the DSP has interrupted for a session. */
void attend_tell(void *argument);

/* The session is served by another choice from now on; `polling_ticks` are those between its polls. Called by a task
 * that is less urgent than the seats'. False if the library refuses. */
bool attend_serve(struct seat *seat, const struct strategy_choice *choice, uint32_t polling_ticks);

#endif
