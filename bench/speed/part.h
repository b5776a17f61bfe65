/* The programs of `weft bench qemu`, each one kind of work (qemu.rs): the same file runs on QEMU and on a core of ours.
 */

#ifndef PART_H
#define PART_H

#include <stdint.h>

/* Does the work once; the result depends on all of it. */
uint32_t part(uint32_t seed);

/* Pseudo-random numbers (Knuth's constants of MMIX, the lower half). */
static inline uint32_t next_random(uint32_t number)
{
    return number * 1284865837u + 1442695041u;
}

#endif
