/* A region of addresses, of which memory exists as far as it has been taken. It never moves, so that an address tells
 * whether it is in the region. */
#ifndef WEFT_REGION_H
#define WEFT_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All zeros: reserved when something is taken first. */
struct weft_region {
    uint8_t *start;
    size_t reserved; /* bytes of addresses */
    size_t ready;    /* bytes that can be read and written */
    size_t taken;    /* bytes */
};

/* Takes the next `bytes`, a multiple of 16, which hold zeros; null when the system has no more. */
void *weft_region_take(struct weft_region *region, size_t bytes);

/* Is this the address of a byte that has been taken? */
static inline bool weft_region_has(const struct weft_region *region, const void *address)
{
    return (uintptr_t)address - (uintptr_t)region->start < region->taken;
}

#endif
