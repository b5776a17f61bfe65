/* Common to the kernels: the size of the work, the placement of data, and the barrier. */
#ifndef KERNELS_H
#define KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct work {
    unsigned rank;
    unsigned ranks;
    unsigned elements;
    unsigned loops;
    bool shared; /* all data in the shared memory, instead of each core's part in its own */
};

struct kernel {
    unsigned number;
    unsigned fewest_elements;
    unsigned most_elements;
    /* Places and fills the data. */
    void (*prepare)(const struct work *work);
    /* The timed part: all loops. */
    void (*run)(const struct work *work);
    /* Returns how many numbers of this core differ from those of a sequential run on core 0. Called by all cores. */
    unsigned (*check)(const struct work *work);
};

extern const struct kernel kernel_2;
extern const struct kernel kernel_3;
extern const struct kernel kernel_6;

/* Number of barriers of this core since the program began. */
extern unsigned barriers_met;

/* A barrier of all cores that take part in the work. */
void meet(void);

/* Allocates this number of words: in the core's own memory; or, if all data are shared, in the shared memory, where
 * either all cores get the same memory or each its own, of a size equal on all cores. Ends the program if there is not
 * enough.
 */
enum sharers { ONE_FOR_ALL, ONE_FOR_EACH };
uint32_t *room(const struct work *work, size_t words, enum sharers sharers);

/* Returns input data: a number that depends only on the index. */
static inline uint32_t input(uint32_t place)
{
    const uint32_t mixed = (place + 1) * 2654435761u;
    return mixed ^ mixed >> 15;
}

/* Returns the first of `count` items that core `rank` takes when they are divided into equal ranges. */
static inline unsigned first_of(const struct work *work, unsigned rank, unsigned count)
{
    return rank * count / work->ranks;
}

#endif
