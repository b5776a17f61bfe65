/* Common to queues.c and mesh_queues.c: a message, the counters of a queue as its two sides see them, and a check of
 * the data received. */
#ifndef MESSAGE_QUEUE_H
#define MESSAGE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#define REPETITIONS 9
#define WORDS 64
#define SLOTS 4u

static uint32_t message[WORDS];

static uint32_t sent;
static uint32_t seen_taken; /* the value that the producer has read last: it reads again only when the queue seems
                             * full */
static uint32_t received;

static bool wrong;

static void fill(uint32_t first)
{
    for (uint32_t i = 0; i < WORDS; i++) {
        message[i] = first + i * 7;
    }
}

static void check(uint32_t first)
{
    for (uint32_t i = 0; i < WORDS; i++) {
        wrong |= message[i] != first + i * 7;
    }
}

#endif
