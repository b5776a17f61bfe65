/* The blocks of the IDCT tasks, put in the order of the picture.
 *
 * Who waited for the block of one task, while the blocks of another fill the input buffer, would wait for ever: room is
 * given in the order in which it was asked for. So whatever has come is taken, and kept here until it is its turn. */
#ifndef JPEG_JOIN_H
#define JPEG_JOIN_H

#include "picture.h"

#include <mp.h>

/* Blocks of one task that can be on their way when one of another task comes: in its input buffer, in its hands, in its
 * output buffer, and in that of the Huffman task. Before one is missed, each task can be ahead by this number; and the
 * blocks of the MCU that is not yet complete stay too. */
#define JOIN_ON_THE_WAY                                                                                                \
    (MP_RECEIVE_MAX / sizeof(struct coefficients) + 1 + MP_SEND_MAX / sizeof(struct samples) +                         \
     MP_SEND_MAX / sizeof(struct coefficients))
#define JOIN_BLOCKS (TASKS_IDCT * JOIN_ON_THE_WAY + 2 * MCU_BLOCKS_MAX)

struct join_source {
    bool has_begun;  /* the picture, which each task sends first, has come */
    uint32_t number; /* in the picture, of the task's next block */
    unsigned at;     /* its place in the ring */
};

struct join {
    struct picture picture;
    struct join_source source[TASKS_IDCT];
    unsigned places; /* in use of the ring: whole MCUs */
    struct samples ring[JOIN_BLOCKS];
};

/* Waits for the picture. Returns false if the file was refused: nothing else comes. */
bool join_begin(struct join *join);

/* Waits until the block of this number has come. It is in place number % join->places of the ring. */
void join_wait(struct join *join, uint32_t number);

#endif
