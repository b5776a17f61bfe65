/* The exchange of blocks in the sets of critical.c and alarm.c: in each round each core of a set exchanges a block with
 * each of the three others. A seed, which is common to a set, determines the order of the three and each block's
 * length.
 */
#ifndef DRAWN_H
#define DRAWN_H

#include <stdint.h>

#define SETS 4

/* A set's sequence of numbers; all of its cores draw the same. */
struct drawn {
    uint32_t state;
};

static inline struct drawn drawn_by(uint32_t seed, int set)
{
    return (struct drawn){seed * SETS + (uint32_t)set};
}

/* Draws a number below `limit`. */
static inline uint32_t draw(struct drawn *drawn, uint32_t limit)
{
    drawn->state = drawn->state * 1664525u + 1013904223u;
    return (drawn->state >> 16) % limit;
}

/* Returns the partner in a turn of a round whose first partner was `first`, 0 to 2. */
static inline int partner_of(int rank, int first, int turn)
{
    return rank ^ (1 + (first + turn) % (SETS - 1));
}

/* Draws a block's length: `mean` words on average, from half of that to one and a half times as many. */
static inline int draw_words(struct drawn *drawn, int mean)
{
    return (mean + 1) / 2 + (int)draw(drawn, (uint32_t)mean);
}

#endif
