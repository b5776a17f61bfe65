/* How the sessions of a live gateway are served: chosen anew for those that run, or fixed for each kind. */
#ifndef GATEWAY_POLICY_H
#define GATEWAY_POLICY_H

#include "session.h"

/* Reads the words BYTES, the internal memory of each DSP, and POLICY: replan, or
 * audio:POLLING:BLOCKS+video:POLLING:BLOCKS (microseconds between polls or 0 for interrupts; blocks of internal memory
 * or 0 for external). False if that is something else. */
bool policy_read(const char *bytes, const char *policy, uint32_t bytes_most);

/* A session starts: its number for the other calls, negative if it cannot be served in time. It stops. */
int policy_start(const struct kind *kind);
void policy_stop(int task);

/* Chooses for all sessions: the planned load in millionths, or negative if they cannot be served. */
int32_t policy_replan(void);

/* The session stays on the DSP that it has now, where its past is. */
void policy_keep(int task);

/* How a session is to be served, and the ticks between its polls. */
struct strategy_choice policy_of(const struct session *session, int task);
uint32_t policy_polling_ticks(const struct kind *kind, const struct strategy_choice *choice);

/* The kind's task, for a stream. */
struct strategy_task policy_task(const struct kind *kind);

#endif
