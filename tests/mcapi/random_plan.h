/* What two nodes plan to send each other: drawn by both from one seed, and what comes is held against it. */
#ifndef RANDOM_PLAN_H
#define RANDOM_PLAN_H

#include "codes/provoke.h"

#include <stdbool.h>
#include <string.h>

/* Bytes of a message, and items of a round, at most: where there is room also messages that no link takes at once. */
#if defined WEFT_DMEM_SIZE && WEFT_DMEM_SIZE < WEFT_SMALL_DATA_MEMORY
#define MOST 700
#define PLANNED 8
#else
#define MOST 2604
#define PLANNED 24
#endif
/* This number of sends needs no credit of the receiver, whatever it has taken before. */
#define WITHOUT_CREDIT (WEFT_CREDITS - WEFT_CREDIT_BATCH)

enum queue { MESSAGES_A, MESSAGES_B, PACKETS, SCALARS, QUEUES };
struct item {
    enum queue queue;
    unsigned priority;
    unsigned size; /* bytes */
    unsigned number;
    bool blocks;
    bool received;
};

static struct item plan[PLANNED];
static unsigned planned;
static unsigned number; /* of the last item */
static unsigned node;
static unsigned shared, own; /* states of generators */

static unsigned below(unsigned *state, unsigned limit)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % limit;
}

static void check(bool right, const char *what)
{
    if (!right) {
        printf("node %u: %s: not as the standard says, item %u\n", node, what, number);
        exit(1);
    }
}

/* A round's plan. Where the receiver does not keep to it, no send waits. */
static void draw(bool in_order)
{
    static const unsigned lengths[] = {4, 8, 20, 64, 120, 132, 256, 700, 1024, MOST};
    planned =
        1 + below(&shared, in_order || WITHOUT_CREDIT == 0 || WITHOUT_CREDIT > PLANNED ? PLANNED : WITHOUT_CREDIT);
    for (struct item *item = plan; item < plan + planned; item++) {
        *item = (struct item){.queue = (enum queue)below(&shared, QUEUES), .number = ++number};
        item->priority = item->queue <= MESSAGES_B ? below(&shared, MCAPI_MIN_PRIORITY + 1) : 0;
        item->size = lengths[below(&shared, sizeof lengths / sizeof *lengths)];
        item->size = item->size > MOST ? MOST : item->size;
        item->size = item->queue == PACKETS && item->size > WEFT_MCAPI_PACKET_BYTES ? WEFT_MCAPI_PACKET_BYTES
                     : item->queue == SCALARS                                       ? 1u << below(&shared, 4)
                                                                                    : item->size;
        item->blocks = item->queue == SCALARS || (in_order && below(&shared, 2) == 0);
    }
}

static uint64_t scalar_of(const struct item *item)
{
    const uint64_t value = item->number * UINT64_C(0x9E3779B97F4A7C15);
    return item->size == 8 ? value : value & ((UINT64_C(1) << 8 * item->size) - 1);
}

/* Word `place` of an item's contents, of which the first is its number. */
static uint32_t word_of(const struct item *item, unsigned place)
{
    return item->number + place * 0x9E3779B9u;
}

static void fill(const struct item *item, uint32_t *data)
{
    for (unsigned i = 0; i < (item->size + 3) / 4; i++) {
        data[i] = word_of(item, i);
    }
}

/* The item of that number: the first of its queue and priority that has not been received. */
static struct item *find(enum queue queue, unsigned wanted)
{
    struct item *item = plan;
    while (item < plan + planned && item->number != wanted) {
        item++;
    }
    check(item < plan + planned && item->queue == queue && !item->received, "what comes");
    for (const struct item *before = plan; before < item; before++) {
        check(before->received || before->queue != queue || before->priority != item->priority, "the order");
    }
    item->received = true;
    return item;
}

static void compare(const struct item *item, const uint32_t *data, size_t size)
{
    const size_t words = size / 4;
    for (unsigned i = 1; i < words; i++) {
        check(data[i] == word_of(item, i), "the contents");
    }
    const uint32_t last = word_of(item, (unsigned)words);
    check(memcmp(&data[words], &last, size % 4) == 0, "the last bytes");
}

#endif
