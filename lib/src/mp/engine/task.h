/* The calls of <mp.h> over the engine, on chips without message buffers: a task is a rank, and a block is one or more
 * messages.
 *
 * Context and tag of a block's first message encode the block's length. So a receive of another length does not match
 * it, and the request word at the head of the link tells whether it is the wanted block. A block that fits into one
 * block of the link takes the fast path, like a small message of MPI. A longer one is sent as one message if the link
 * accepts it whole, otherwise as several such messages if there are credits for all of them. In both cases it arrives
 * whatever its sender does meanwhile.
 *
 * If the link does not accept a block at once, it becomes a request of the engine. Its data stay in the program's
 * buffer until the program may modify them; those not sent by then are copied into memory of the task (send.c). */
#ifndef WEFT_MP_TASK_H
#define WEFT_MP_TASK_H

#include <weft/platform.h>

/* A chip with message buffers has the calls of chip/calls.c. */
#ifdef WEFT_MPB_BASE
#define WEFT_MP_OVER_ENGINE 0
#else
#define WEFT_MP_OVER_ENGINE 1
#endif

#define WEFT_MP_NO_JOIN /* the library itself is no task */
#include <mp.h>

#include "engine/state.h"

/* The label of the messages of a block after its first: larger than any length. */
#define WEFT_MP_MORE (WEFT_LABEL_ESCAPE - 1)
_Static_assert(MP_SEND_MAX < WEFT_MP_MORE, "a length must be a plain label");

#define WEFT_MP_CONTEXT(label) ((label) / WEFT_LABEL_TAGS)
#define WEFT_MP_TAG(label) ((label) % WEFT_LABEL_TAGS)

/* Returns the label of a message that has arrived. */
static inline uint32_t weft_mp_label(const struct weft_message *message)
{
    return message->envelope.context * WEFT_LABEL_TAGS + (uint32_t)message->envelope.tag;
}

/* Returns the envelope of a message to or from a task. */
static inline struct weft_envelope weft_mp_envelope(int task, unsigned label, unsigned length)
{
    return (struct weft_envelope){
        .rank = task,
        .tag = (int32_t)WEFT_MP_TAG(label),
        .context = WEFT_MP_CONTEXT(label),
        .length = length,
    };
}

/* Can a block be here: on a word boundary of the data memory? */
static inline bool weft_mp_is_place(const void *data)
{
    return (uintptr_t)data % 4 == 0 && (uintptr_t)data - WEFT_DMEM_BASE < WEFT_DMEM_SIZE;
}

/* task.c: check arguments, in the order in which message buffers do. */
int weft_mp_check(unsigned length, unsigned longest, const void *data);
int weft_mp_check_block(int task, unsigned length, const void *data);

/* send.c: weft_mp_last is the last block, if the engine may still read it in the program's buffer. weft_mp_send() sends
 * a block that the link did not accept at once. After weft_mp_keep_last() the program may modify the last block. */
struct weft_mp_block;
extern struct weft_mp_block *weft_mp_last;
int weft_mp_send(int task, unsigned length, const void *data);
void weft_mp_keep_last(void);

/* receive.c: receives a block that is not at the head of the link. */
int weft_mp_receive(int task, unsigned length, void *data);

#endif
