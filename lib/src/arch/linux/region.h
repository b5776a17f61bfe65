/* A region of consecutive addresses that grows in place. It never moves, so that an address can be checked for being in
 * it. */
#ifndef WEFT_REGION_H
#define WEFT_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Initially all zeros; the addresses are reserved by the first weft_region_take(). */
struct weft_region {
    uint8_t *start;
    size_t reserved; /* bytes of addresses */
    size_t ready;    /* bytes that can be read and written */
    size_t taken;    /* bytes */
};

/* Allocates the next `bytes`, a multiple of 16, which are zeros. Returns null when the system has no more. */
void *weft_region_take(struct weft_region *region, size_t bytes);

/* Is this the address of an allocated byte? */
static inline bool weft_region_has(const struct weft_region *region, const void *address)
{
    return (uintptr_t)address - (uintptr_t)region->start < region->taken;
}

#endif
