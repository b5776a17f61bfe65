/* See heap.h. */
#include "arch/linux/heap.h"

struct weft_heap_piece {
    _Alignas(16) uint32_t length; /* log2 of its bytes, including this head */
    struct weft_heap_piece *next; /* while it is free */
};

/* Returns log2 of the smallest power of two that is at least `bytes`, from 5 on; or WEFT_HEAP_LENGTHS. */
static uint32_t length_of(size_t bytes)
{
    uint32_t length = 5;
    while (length < WEFT_HEAP_LENGTHS && (size_t)1 << length < bytes) {
        length++;
    }
    return length;
}

void *weft_heap_take(struct weft_heap *heap, size_t bytes)
{
    const uint32_t length = length_of(bytes + sizeof(struct weft_heap_piece));
    if (length == WEFT_HEAP_LENGTHS) {
        return NULL;
    }
    struct weft_heap_piece *piece = heap->free[length];
    if (piece) {
        heap->free[length] = piece->next;
    } else {
        piece = weft_region_take(&heap->region, (size_t)1 << length);
        if (!piece) {
            return NULL;
        }
        piece->length = length;
    }
    return piece + 1;
}

void weft_heap_give(struct weft_heap *heap, void *memory)
{
    struct weft_heap_piece *const piece = (struct weft_heap_piece *)memory - 1;
    piece->next = heap->free[piece->length];
    heap->free[piece->length] = piece;
}
