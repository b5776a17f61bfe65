/* The message buffers of all tasks, in memory that they share: what the message units of a mesh hold, without the mesh.
 *
 * The sizes and the rules are those of the hardware (docs/contract/message-buffers.md), so that a task graph waits here
 * for what it waits for there: a block occupies its sender's output buffer until its receiver has room for it; a
 * receiver grants room in the order in which senders asked, each of whom asks for one block at a time; it has a status
 * table of this number of entries. What granting costs a mesh, a copy, costs nothing here: a block is copied into the
 * memory of its path by its sender and out of it by its receiver.
 *
 * Whoever holds the lock moves whatever can move, for everybody, and wakes whom that concerns.
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

/* A block's head: its length in bytes; when its receiver had room for it, a number that rises. */
#define WEFT_MP_HEAD_WORDS 2u

/* Words of a path: both buffers full of its blocks, of one word in the worst case, and each block's head. */
#define WEFT_MP_PATH_WORDS 512u
_Static_assert((1 + WEFT_MP_HEAD_WORDS) * WEFT_MP_OUTPUT_WORDS + WEFT_MP_INPUT_WORDS +
                       WEFT_MP_HEAD_WORDS * WEFT_MP_BLOCKS <=
                   WEFT_MP_PATH_WORDS,
               "a path must hold what two buffers hold");
_Static_assert((WEFT_MP_PATH_WORDS & (WEFT_MP_PATH_WORDS - 1)) == 0, "positions go round at 2^32");

/* From one task to another: a ring of blocks, each its head and its words. Positions count words; they are
 * those of the first block that has not been received, the first that has no room at the receiver, and the next one. */
struct weft_mp_path {
    uint32_t received;
    uint32_t granted;
    uint32_t sent;
    uint64_t asked; /* when room for the first block without it was asked for: a number that rises */
    uint32_t words[WEFT_MP_PATH_WORDS];
};

enum weft_mp_state {
    WEFT_MP_ABSENT, /* has not come yet */
    WEFT_MP_RUNS,
    WEFT_MP_WAITS_TO_SEND,    /* for room in its output buffer */
    WEFT_MP_WAITS_TO_RECEIVE, /* for a block of its peer */
    WEFT_MP_WAITS_FOR_ANY,    /* for a block */
    WEFT_MP_ENDED,
};

struct weft_mp_task {
    _Alignas(64) _Atomic uint32_t signal; /* a futex: rises when the task is woken */
    uint32_t state;                       /* enum weft_mp_state */
    uint32_t peer;                        /* of a task that waits: the other one */
    uint32_t wanted;                      /* the words of room that it waits for */
    uint32_t output_words;                /* in use in its buffers */
    uint32_t input_words;
    uint32_t input_blocks; /* entries in use of its status table */
};

struct weft_mp_buffers {
    _Alignas(64) _Atomic uint32_t lock;
    uint64_t requests; /* for room, so far */
    struct weft_mp_task tasks[WEFT_CORES];
    struct weft_mp_path paths[]; /* from task f to task t of n: number f * n + t */
};

/* The buffers, once this task has joined; its number; how many tasks there are. */
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

/* wait.c: the lock; waits, having it, until another task has moved something that this one waits for; wakes a task if
 * it waits for what now holds. */
void weft_mp_lock(void);
void weft_mp_unlock(void);
void weft_mp_wait(enum weft_mp_state state, uint32_t peer, uint32_t wanted);
void weft_mp_wake_sender(uint32_t task);
void weft_mp_wake_receiver(uint32_t task, uint32_t from);

/* wait.c: ends the run, with a line for each task, if all that have not ended wait. */
void weft_mp_check_for_deadlock(void);

/* buffers.c: the task whose block is the oldest in this one's input buffer, or WEFT_CORES; has a task's output buffer
 * room for this number of words; puts a block into it, where it has; the length of the oldest block that a task has
 * received from another, or 0; takes it out. */
uint32_t weft_mp_next(void);
bool weft_mp_has_room(uint32_t task, uint32_t words);
void weft_mp_put(uint32_t to, const void *data, uint32_t bytes);
uint32_t weft_mp_oldest(uint32_t from);
void weft_mp_take(uint32_t from, void *data, uint32_t bytes);

/* memory.c: the memory at the edge of the mesh, and its size. */
uint8_t *weft_mp_memory(uint32_t *bytes);

#endif
