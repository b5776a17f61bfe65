/* The message buffers of all tasks, in memory that they share: a model of a mesh's message units, without the mesh.
 *
 * Sizes and rules are those of the hardware (docs/contract/message-buffers.md), so a task graph waits for the same
 * events here. A block occupies its sender's output buffer until its receiver has room for it. A receiver grants room
 * in the order of requests; each sender requests room for one block at a time. A receiver's status table has
 * WEFT_MP_BLOCKS entries. Unlike on a mesh, a grant copies nothing: the sender copies a block into the path's memory,
 * and the receiver copies it out.
 *
 * The task that holds the lock makes all grants that are possible, for all tasks, and wakes the tasks concerned.
 */
#ifndef WEFT_MP_BUFFERS_H
#define WEFT_MP_BUFFERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <weft/platform.h>

#define WEFT_MP_OUTPUT_WORDS (WEFT_MPB_OUTPUT_BYTES / 4u)
#define WEFT_MP_INPUT_WORDS (WEFT_MPB_INPUT_BYTES / 4u)
#define WEFT_MP_BLOCKS 32u /* entries of a status table */

/* A block's head: its length in bytes; a sequence number, set when its receiver had room for it. */
#define WEFT_MP_HEAD_WORDS 2u

/* Words of a path: enough for both buffers full of its blocks, each of one word in the worst case, with their heads. */
#define WEFT_MP_PATH_WORDS 512u
_Static_assert((1 + WEFT_MP_HEAD_WORDS) * WEFT_MP_OUTPUT_WORDS + WEFT_MP_INPUT_WORDS +
                       WEFT_MP_HEAD_WORDS * WEFT_MP_BLOCKS <=
                   WEFT_MP_PATH_WORDS,
               "a path must hold what two buffers hold");
_Static_assert((WEFT_MP_PATH_WORDS & (WEFT_MP_PATH_WORDS - 1)) == 0, "positions go round at 2^32");

/* The path from one task to another: a ring of blocks. Positions are in words, modulo 2^32:
 *
 *     received                        granted                         sent
 *     | head | words | head | words   | head | words | head | words   | free ...
 *       in the receiver's input buffer  in the sender's output buffer
 */
struct weft_mp_path {
    uint32_t received;
    uint32_t granted;
    uint32_t sent;
    uint64_t asked; /* sequence number of the request for room of the block at `granted` */
    uint32_t words[WEFT_MP_PATH_WORDS];
};

enum weft_mp_state {
    WEFT_MP_ABSENT, /* has not started */
    WEFT_MP_RUNS,
    WEFT_MP_WAITS_TO_SEND,    /* for room in its output buffer */
    WEFT_MP_WAITS_TO_RECEIVE, /* for a block from its peer */
    WEFT_MP_WAITS_FOR_ANY,    /* for a block from any task */
    WEFT_MP_ENDED,
};

struct weft_mp_task {
    _Alignas(64) _Atomic uint32_t signal; /* a futex: incremented when the task is woken */
    uint32_t state;                       /* enum weft_mp_state */
    uint32_t peer;                        /* while it waits: the other task */
    uint32_t wanted;                      /* while it waits for room: the number of words */
    uint32_t output_words;                /* in use in its buffers */
    uint32_t input_words;
    uint32_t input_blocks; /* entries in use of its status table */
};

struct weft_mp_buffers {
    _Alignas(64) _Atomic uint32_t lock;
    uint64_t requests; /* requests for room so far: the source of sequence numbers */
    struct weft_mp_task tasks[WEFT_CORES];
    struct weft_mp_path paths[]; /* from task f to task t of n: number f * n + t */
};

/* The buffers, once this task has joined; this task's number; the number of tasks. */
extern struct weft_mp_buffers *weft_mp_buffers;
extern uint32_t weft_mp_self;
extern uint32_t weft_mp_count;

static inline struct weft_mp_path *weft_mp_path(uint32_t from, uint32_t to)
{
    return &weft_mp_buffers->paths[from * weft_mp_count + to];
}

static inline uint32_t weft_mp_words(uint32_t bytes)
{
    return (bytes + 3) / 4;
}

/* wait.c: take and release the lock; wait, while holding the lock, until another task has done what this one waits for;
 * wake a task if the condition that it waits for now holds. */
void weft_mp_lock(void);
void weft_mp_unlock(void);
void weft_mp_wait(enum weft_mp_state state, uint32_t peer, uint32_t wanted);
void weft_mp_wake_sender(uint32_t task);
void weft_mp_wake_receiver(uint32_t task, uint32_t from);

/* wait.c: ends the run, with a line for each waiting task, if all tasks that have not ended wait. */
void weft_mp_check_for_deadlock(void);

/* buffers.c: returns the task whose block is the oldest in this task's input buffer, or WEFT_CORES; returns whether a
 * task's output buffer has room for this number of words; puts a block into this task's output buffer, which must have
 * room; returns the length of the oldest block received from a task, or 0; removes that block. */
uint32_t weft_mp_next(void);
bool weft_mp_has_room(uint32_t task, uint32_t words);
void weft_mp_put(uint32_t to, const void *data, uint32_t bytes);
uint32_t weft_mp_oldest(uint32_t from);
void weft_mp_take(uint32_t from, void *data, uint32_t bytes);

/* memory.c: the memory at the edge of the mesh, and its size. */
uint8_t *weft_mp_memory(uint32_t *bytes);

#endif
