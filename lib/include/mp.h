/* Message passing between the tasks of a task graph: the four calls of Pronto (S. S. Kumar, M. Tjin A Djie and R. van
 * Leuken, "Low Overhead Message Passing for High Performance Many-Core Processors", section IV, table I).
 *
 * A block of words goes from a task to a task. On a chip with hardware message buffers a call is a few accesses to the
 * registers of the tile's message unit, which copies, reserves room at the receiver, keeps the order and turns task
 * numbers into places; on other chips tasks are ranks of the library's engine, and on `host` processes, with buffers of
 * the same size in shared memory. docs/library/mp.md.
 *
 * Lengths are in bytes. A block lies on a word boundary, on a chip in the data memory of the core. Blocks of one
 * task to another are received in the order in which they were sent, and each as a whole: the lengths that both sides
 * give must agree.
 */
#ifndef MP_H
#define MP_H

#include <weft/platform.h>

/* The longest block that can be sent or written, and the longest that can be received: the sizes of the output and the
 * input buffer of a tile. What is read from the memory passes through neither, and can be longer. */
#ifdef WEFT_MPB_OUTPUT_BYTES
#define MP_SEND_MAX WEFT_MPB_OUTPUT_BYTES
#define MP_RECEIVE_MAX WEFT_MPB_INPUT_BYTES
#else
#define MP_SEND_MAX 256u
#define MP_RECEIVE_MAX 256u
#define WEFT_MP_HAS_THE_ENGINE
#if defined WEFT_MPI_H
#error "a program uses either MPI or <mp.h>, not both"
#endif
#endif

/* Calls of the memory, where no memory can be named: the compiler refuses them. */
#if defined WEFT_MPB_OUTPUT_BYTES || defined WEFT_SHARED_BASE
#define WEFT_MP_NEEDS_MEMORY
#else
#define WEFT_MP_NEEDS_MEMORY                                                                                           \
    __attribute__((                                                                                                    \
        unavailable("the calls of the memory in <mp.h> need a memory that all cores reach, and this platform "         \
                    "has none: choose one such as asip8 or nagam, or host")))
#endif

/* What the calls return. After an error nothing was sent, received, read or written. */
#define MP_SUCCESS 0
#define MP_ERR_TASK (-1)     /* there is no such task */
#define MP_ERR_LENGTH (-2)   /* 0, or longer than the buffer */
#define MP_ERR_MISMATCH (-3) /* the oldest block of that task has another length; it can still be received */
#define MP_ERR_ADDRESS (-4)  /* not on a word boundary, or not in the data memory */
#define MP_ERR_MEMORY (-5)   /* beyond the memory of this flow or of one tile, or not on a word boundary of it */

#ifdef __cplusplus
extern "C" {
#endif

/* Sends a block. Waits only while the previous block is still being copied, or while there is no room for this one: the
 * output buffer and the receiver's input buffer are full. The block must not change until the next MP_send or MP_mwrite
 * has returned, or MP_sent has. */
int MP_send(int task, unsigned length, const void *data);

/* Receives the oldest block of a task; waits until it has come and is in its place. */
int MP_receive(int task, unsigned length, void *data);

/* Reads from the memory at the edge of the mesh, elsewhere from a part of the shared memory; returns when the data are
 * there. Addresses count from the beginning of the part of it that this task graph has, and are multiples of 4. What is
 * read or written lies in one memory tile: a flow's part does, only programs that are no task graph see several. */
WEFT_MP_NEEDS_MEMORY int MP_mread(void *data, unsigned length, unsigned address);

/* Writes to it. Waits, and leaves the block in use, as MP_send does. This task's later reads see what was written;
 * other tasks are told by a message, which may be quicker than the data. */
WEFT_MP_NEEDS_MEMORY int MP_mwrite(const void *data, unsigned length, unsigned address);

/* Returns when the last block that was sent or written may change. */
void MP_sent(void);

/* The task whose block is the oldest that has come; waits until there is one. A fifth call, ours: who receives from
 * several tasks by turns and takes each block when it comes keeps no one's block in front of another's. */
int MP_next(void);

/* The number of this task, and how many there are. */
int MP_task(void);
int MP_tasks(void);

#if !defined(WEFT_MPB_BASE) && !defined(WEFT_MP_NO_JOIN)
#include <weft/mp_join.h>
#endif

#ifdef __cplusplus
}
#endif

#endif
