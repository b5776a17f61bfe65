/* The calls of <mp.h> over the engine, on chips without message buffers: a task is a rank, and a block a message, or
 * several.
 *
 * The context and the tag of the message with which a block begins are the block's length. So a receive of another
 * length does not match it, and the request word at the head of the link tells whether it is the block that is wanted:
 * a block that fits a block of the link goes by the fast path, like a small message of MPI. A longer one goes in
 * several such messages while there are credits for all of them, unless the link takes it whole: so it arrives whatever
 * its sender does meanwhile.
 *
 * What the link does not take at once is a request of the engine. Its data remain where the program has them, until the
 * program may change them; what has not been sent by then is kept in memory of the task (send.c). */
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

/* Of the messages of a block behind its first: more than the length of any. */
#define WEFT_MP_MORE (WEFT_LABEL_ESCAPE - 1)
_Static_assert(MP_SEND_MAX < WEFT_MP_MORE, "a length must be a plain label");

#define WEFT_MP_CONTEXT(label) ((label) / WEFT_LABEL_TAGS)
#define WEFT_MP_TAG(label) ((label) % WEFT_LABEL_TAGS)

/* The label of a message that has come. */
static inline uint32_t weft_mp_label(const struct weft_message *message)
{
    return message->envelope.context * WEFT_LABEL_TAGS + (uint32_t)message->envelope.tag;
}

/* The envelope of a message to or from a task. */
static inline struct weft_envelope weft_mp_envelope(int task, unsigned label, unsigned length)
{
    return (struct weft_envelope){
        .rank = task,
        .tag = (int32_t)WEFT_MP_TAG(label),
        .context = WEFT_MP_CONTEXT(label),
        .length = length,
    };
}

/* Is it a place for a block: on a word boundary of the data memory? */
static inline bool weft_mp_is_place(const void *data)
{
    return (uintptr_t)data % 4 == 0 && (uintptr_t)data - WEFT_DMEM_BASE < WEFT_DMEM_SIZE;
}

/* task.c: what is wrong with the arguments of a call, in the order in which message buffers look. */
int weft_mp_check(unsigned length, unsigned longest, const void *data);
int weft_mp_check_block(int task, unsigned length, const void *data);

/* send.c: the block that was sent last, if the engine still reads it where the program has it; sends a block that the
 * link has not taken at once; from here on the program may change the last block. */
struct weft_mp_block;
extern struct weft_mp_block *weft_mp_last;
int weft_mp_send(int task, unsigned length, const void *data);
void weft_mp_keep_last(void);

/* receive.c: receives a block that is not the next one at the link. */
int weft_mp_receive(int task, unsigned length, void *data);

#endif
