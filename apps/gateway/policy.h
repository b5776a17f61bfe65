/* How the sessions of a live gateway are served: chosen again at each event, or fixed for each kind. */
#ifndef GATEWAY_POLICY_H
#define GATEWAY_POLICY_H

#include "session.h"

/* Reads the words BYTES, the internal memory of each DSP, and POLICY: replan, or
 * audio:POLLING:BLOCKS+video:POLLING:BLOCKS (microseconds between polls or 0 for interrupts; blocks of internal memory
 * or 0 for external). False if that is something else. */
bool policy_read(const char *bytes, const char *policy, uint32_t bytes_most);

/* Adds a session. Returns its number for the other calls, or a negative number if it cannot meet its deadline.
 * policy_stop() removes it. */
int policy_start(const struct kind *kind);
void policy_stop(int task);

/* Chooses for all sessions. Returns the planned load in millionths, or a negative number if they cannot be served. */
int32_t policy_replan(void);

/* Binds the session to its current DSP, which has its state. */
void policy_keep(int task);

/* Returns how a session should be served, and the ticks between its polls. */
struct strategy_choice policy_of(const struct session *session, int task);
uint32_t policy_polling_ticks(const struct kind *kind, const struct strategy_choice *choice);

/* The kind's task, for a stream. */
struct strategy_task policy_task(const struct kind *kind);

#endif
