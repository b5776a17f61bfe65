/* Message passing between the tasks of a task graph: the four calls of Pronto (S. S. Kumar, M. Tjin A Djie and R. van
 * Leuken, "Low Overhead Message Passing for High Performance Many-Core Processors", section IV, table I).
 *
 * A block of words is sent from one task to another. On a chip with hardware message buffers a call is a few accesses
 * to the registers of the tile's message unit, which copies the block, reserves room at the receiver, keeps the order
 * and maps task numbers to tiles. On other chips a task is a rank of the library's engine; on `host` it is a process,
 * with buffers of the same size in shared memory. docs/library/mp.md.
 *
 * Lengths are in bytes. A block begins on a word boundary; on a chip it is in the core's data memory. Blocks from one
 * task to another are received in the order in which they were sent, each as a whole: sender and receiver must give the
 * same length.
 */
#ifndef MP_H
#define MP_H

#include <weft/platform.h>

/* Maximum length of a block that is sent or written, and of one that is received: the sizes of a tile's output buffer
 * and input buffer. MP_mread uses neither buffer, so its length is not limited. */
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

/* On a platform without a memory that all cores reach, the compiler rejects MP_mread and MP_mwrite. */
#if defined WEFT_MPB_OUTPUT_BYTES || defined WEFT_SHARED_BASE
#define WEFT_MP_NEEDS_MEMORY
#else
#define WEFT_MP_NEEDS_MEMORY                                                                                           \
    __attribute__((                                                                                                    \
        unavailable("the calls of the memory in <mp.h> need a memory that all cores reach, and this platform "         \
                    "has none: choose one such as asip8 or nagam, or host")))
#endif

/* Return codes. After an error nothing was sent, received, read or written. */
#define MP_SUCCESS 0
#define MP_ERR_TASK (-1)     /* there is no such task */
#define MP_ERR_LENGTH (-2)   /* 0, or longer than the buffer */
#define MP_ERR_MISMATCH (-3) /* the oldest block from that task has another length; it stays queued */
#define MP_ERR_ADDRESS (-4)  /* not on a word boundary, or not in the data memory */
#define MP_ERR_MEMORY (-5)   /* outside this flow's memory or across two memory tiles, or address not a multiple of 4 */

#ifdef __cplusplus
extern "C" {
#endif

/* Sends a block. Waits only while the previous block is still being copied, or while there is no room for this one:
 * both the output buffer and the receiver's input buffer are full. The block must not be modified until the next
 * MP_send or MP_mwrite, or MP_sent, has returned. */
int MP_send(int task, unsigned length, const void *data);

/* Receives the oldest block from a task; returns when its data are in `data`. */
int MP_receive(int task, unsigned length, void *data);

/* Reads from the memory at the edge of the mesh (on other chips, from a part of the shared memory); returns when the
 * data have arrived. Addresses count from the beginning of this task graph's part of it, and are multiples of 4. The
 * range must be within one memory tile; a flow's part always is, but a program that is not a task graph sees several
 * tiles. */
WEFT_MP_NEEDS_MEMORY int MP_mread(void *data, unsigned length, unsigned address);

/* Writes to that memory. Waits, and uses the block after it returns, as MP_send does. Later reads by this task see the
 * data. Another task that learns of the write by a message may read before the data arrive: the network does not order
 * messages and writes. */
WEFT_MP_NEEDS_MEMORY int MP_mwrite(const void *data, unsigned length, unsigned address);

/* Returns when the block that was last sent or written may be modified. */
void MP_sent(void);

/* Waits for a block from any task; returns the number of the task that sent the oldest one. This fifth call is an
 * extension of Weft: a task that receives from several others and takes each block as it arrives never lets one
 * sender's blocks fill the input buffer and hold up another's. */
int MP_next(void);

/* The number of this task, and the number of tasks. */
int MP_task(void);
int MP_tasks(void);

#if !defined(WEFT_MPB_BASE) && !defined(WEFT_MP_NO_JOIN)
#include <weft/mp_join.h>
#endif

#ifdef __cplusplus
}
#endif

#endif
