/* How the main processor activates another one: a block transfer of the task (asip 5.3, figure 17 b).
 *
 * Where the chip has message instructions the block is an MPI message. On the conventional side of the comparison "IPCM
 * is used for message-passing": there it is one message of a PL320 mailbox by its bare driver, on which the library's
 * link is built. With -D ACTIVATE_BY_MPI it is an MPI message there too.
 */
#ifndef UWB_ACTIVATION_H
#define UWB_ACTIVATION_H

#include "shared.h"

/* Called on each processor before the first task: the other processors then wait for tasks. */
void activation_begin(enum processor self);

/* Called after the last task of this processor. */
void activation_end(enum processor self);

/* Sends a task; waits until the previous one has been taken. */
void send_task(enum processor to, const struct task *task);

/* Waits for a task. */
void await_task(struct task *task);

#endif
