/* A heap for one kind of object. Pieces have lengths of powers of two; there is a free list for each length. */
#ifndef WEFT_HEAP_H
#define WEFT_HEAP_H

#include "arch/linux/region.h"

#define WEFT_HEAP_LENGTHS 40

struct weft_heap_piece;

/* All zeros: empty. */
struct weft_heap {
    struct weft_region region;
    struct weft_heap_piece *free[WEFT_HEAP_LENGTHS];
};

/* Allocates a piece of at least `bytes`, aligned to 16. Its contents are undefined. Returns null when the system has no
 * more memory. */
void *weft_heap_take(struct weft_heap *heap, size_t bytes);

/* Frees a piece. */
void weft_heap_give(struct weft_heap *heap, void *memory);

/* Is this an address within the heap from which a word can be read? */
static inline bool weft_heap_has(const struct weft_heap *heap, const void *address)
{
    return weft_region_has(&heap->region, address);
}

#endif
