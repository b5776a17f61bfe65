/* Puts the blocks of the IDCT tasks into the order of the picture.
 *
 * Waiting for the block of one task, while the blocks of another fill the input buffer, could deadlock: room is granted
 * in the order of requests. So every block is received when it arrives, and stored here until its turn. */
#ifndef JPEG_JOIN_H
#define JPEG_JOIN_H

#include "picture.h"

#include <mp.h>

/* Maximum blocks of one task that can be in transit when a block of another task arrives: in the input buffer, in the
 * task, in its output buffer, and in that of the Huffman task. Each task can be ahead of the others by this number; in
 * addition, the blocks of the incomplete MCU are stored. */
#define JOIN_ON_THE_WAY                                                                                                \
    (MP_RECEIVE_MAX / sizeof(struct coefficients) + 1 + MP_SEND_MAX / sizeof(struct samples) +                         \
     MP_SEND_MAX / sizeof(struct coefficients))
#define JOIN_BLOCKS (TASKS_IDCT * JOIN_ON_THE_WAY + 2 * MCU_BLOCKS_MAX)

struct join_source {
    bool has_begun;  /* the picture, which each task sends first, has been received */
    uint32_t number; /* number in the picture of the task's next block */
    unsigned at;     /* its place in the ring */
};

struct join {
    struct picture picture;
    struct join_source source[TASKS_IDCT];
    unsigned places; /* in use of the ring: whole MCUs */
    struct samples ring[JOIN_BLOCKS];
};

/* Waits for the picture. Returns false if the file was rejected: nothing else will come. */
bool join_begin(struct join *join);

/* Waits until the block with this number has been received. It is at ring[number % join->places]. */
void join_wait(struct join *join, uint32_t number);

#endif
