/* Arguments drawn from the bytes of a case: right ones, and wrong ones, which are remembered. */
#ifndef DRAW_H
#define DRAW_H

#include "cases.h"

#include <limits.h>
#include <stdbool.h>

/* Of 256 values of a byte, those that make an argument wrong. */
#define WRONG 60

struct draw {
    const uint8_t *at, *end;
    bool wrong;
};

static inline uint8_t draw_byte(struct draw *draw)
{
    return draw->at < draw->end ? *draw->at++ : 0;
}

/* Returns whether the next argument is to be wrong. */
static inline bool draw_wrong(struct draw *draw)
{
    const bool wrong = draw_byte(draw) >= 256 - WRONG;
    draw->wrong |= wrong;
    return wrong;
}

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
/* Chooses one of a list of right values or, sometimes, one of a list of wrong ones. */
#define DRAW(draw, rights, wrongs)                                                                                     \
    (draw_wrong(draw) ? (wrongs)[draw_byte(draw) % LENGTH(wrongs)] : (rights)[draw_byte(draw) % LENGTH(rights)])

/* The address of a result; on this machine sometimes a null pointer, which on a chip is a fault of the program. */
static inline void *draw_place(struct draw *draw, void *place)
{
#ifdef __riscv
    (void)draw;
    return place;
#else
    return draw_wrong(draw) ? NULL : place;
#endif
}

#endif
