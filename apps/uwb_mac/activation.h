/* How the main processor activates another one: a block transfer of the task (asip 5.3, figure 17 b).
 *
 * Where the chip has message instructions the block is an MPI message. On the conventional side of the comparison
 * "IPCM is used for message-passing": there it is one message of a PL320 mailbox by its bare driver, which is what the
 * library would build on. With -D ACTIVATE_BY_MPI it is an MPI message there too.
 */
#ifndef UWB_ACTIVATION_H
#define UWB_ACTIVATION_H

#include "shared.h"

/* Before the first task, on each processor: the others wait for tasks from then on. */
void activation_begin(enum processor self);

/* After the last task of this processor. */
void activation_end(enum processor self);

/* Sends a task; waits until the one before it has been taken. */
void send_task(enum processor to, const struct task *task);

/* Waits for a task. */
void await_task(struct task *task);

#endif
