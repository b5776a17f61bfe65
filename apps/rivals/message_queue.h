/* What queues.c and mesh_queues.c have in common: a message, the counters of a queue as its two sides see them, and a
 * check of what has come. */
#ifndef MESSAGE_QUEUE_H
#define MESSAGE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#define REPETITIONS 9
#define WORDS 64
#define SLOTS 4u

static uint32_t message[WORDS];

static uint32_t sent;
static uint32_t seen_taken; /* as the producer has read it last: it looks again only when the queue seems full */
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
