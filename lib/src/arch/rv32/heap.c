/* malloc and its family (ISO C11, 7.22.3; POSIX posix_memalign): first fit in the order of addresses; adjacent free
 * pieces are merged. Only calloc clears memory.
 *
 *     +------+------+---------------------+------+------+----
 *     | size | next | user data: n * 16   | size | next | ...
 *     +------+------+---------------------+------+------+----
 *                   ^ a multiple of 16
 *
 * Pieces come from the sbrk of the C library, and are never given back to it.
 */
#define _DEFAULT_SOURCE /* sbrk */
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Compiled for size: most of the time is spent on searching for a piece, however it is compiled. */
#pragma GCC optimize("Os")

#define GRAIN 16u

struct piece {
    size_t size;        /* bytes, with this head: a multiple of GRAIN */
    struct piece *next; /* of a free piece: the next one, at a higher address */
};
_Static_assert(sizeof(struct piece) == GRAIN / 2, "what is behind a head begins in the middle of a grain");

static struct piece *free_pieces;

static struct piece *behind(struct piece *piece)
{
    return (struct piece *)(void *)((char *)piece + piece->size);
}

static struct piece *head_of(void *memory)
{
    return (struct piece *)memory - 1;
}

/* Returns the size of the piece for this number of bytes, or 0 if there cannot be one. */
static size_t size_for(size_t bytes)
{
    return bytes <= PTRDIFF_MAX - 2 * GRAIN ? (bytes + sizeof(struct piece) + GRAIN - 1) / GRAIN * GRAIN : 0;
}

/* Inserts a piece into the free list, and merges it with its free neighbours. */
static void put(struct piece *piece)
{
    struct piece *before = NULL;
    struct piece *next = free_pieces;
    for (; next && next < piece; next = next->next) {
        before = next;
    }
    piece->next = next;
    if (next && behind(piece) == next) {
        piece->size += next->size;
        piece->next = next->next;
    }
    if (before && behind(before) == piece) {
        before->size += piece->size;
        before->next = piece->next;
    } else {
        *(before ? &before->next : &free_pieces) = piece;
    }
}

/* Frees the part of a piece beyond `size`. */
static void cut(struct piece *piece, size_t size)
{
    if (piece->size > size) {
        struct piece *const rest = (struct piece *)(void *)((char *)piece + size);
        rest->size = piece->size - size;
        piece->size = size;
        put(rest);
    }
}

/* Returns a new piece from sbrk, or null. A piece begins in the middle of a grain, so that the user data after its head
 * are aligned. */
static struct piece *grow(size_t size)
{
    char *const end = sbrk(0);
    const size_t skipped = (GRAIN / 2 - (uintptr_t)end) % GRAIN;
    if (sbrk((ptrdiff_t)(skipped + size)) == (void *)-1) {
        return NULL;
    }
    struct piece *const made = (struct piece *)(void *)(end + skipped);
    made->size = size;
    return made;
}

/* Allocates a piece for this number of bytes; returns null and sets errno if that fails. */
static struct piece *take(size_t bytes)
{
    const size_t size = size_for(bytes);
    struct piece **link = &free_pieces;
    while (*link && (*link)->size < size) {
        link = &(*link)->next;
    }
    struct piece *piece = *link;
    if (piece && size > 0) {
        *link = piece->next;
        cut(piece, size);
    } else {
        piece = size > 0 ? grow(size) : NULL;
    }
    if (!piece) {
        errno = ENOMEM;
    }
    return piece;
}

void *malloc(size_t bytes)
{
    struct piece *const piece = take(bytes);
    return piece ? piece + 1 : NULL;
}

void free(void *memory)
{
    if (memory) {
        put(head_of(memory));
    }
}

void *calloc(size_t count, size_t each)
{
    size_t bytes;
    struct piece *const piece = take(__builtin_mul_overflow(count, each, &bytes) ? SIZE_MAX : bytes);
    return piece ? memset(piece + 1, 0, bytes) : NULL;
}

size_t malloc_usable_size(void *memory)
{
    return memory ? head_of(memory)->size - sizeof(struct piece) : 0;
}

void *realloc(void *memory, size_t bytes)
{
    const size_t before = malloc_usable_size(memory);
    const size_t size = size_for(bytes);
    if (memory && size > 0 && bytes <= before) {
        cut(head_of(memory), size);
        return memory;
    }
    void *const made = malloc(bytes);
    if (made && memory) {
        memcpy(made, memory, before);
        free(memory);
    }
    return made;
}

/* Allocates a piece with room for the alignment, and frees what precedes the aligned part. */
void *memalign(size_t alignment, size_t bytes)
{
    const size_t room = alignment > GRAIN ? alignment : 0;
    struct piece *const front = take(bytes < SIZE_MAX - room ? bytes + room : SIZE_MAX);
    if (!front) {
        return NULL;
    }
    const size_t skipped = room > 0 ? -(uintptr_t)(front + 1) % alignment : 0;
    if (skipped == 0) {
        return front + 1;
    }
    struct piece *const made = (struct piece *)(void *)((char *)front + skipped);
    made->size = front->size - skipped;
    front->size = skipped;
    put(front);
    return made + 1;
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return memalign(alignment, bytes);
}

int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) {
        return EINVAL;
    }
    void *const made = memalign(alignment, bytes);
    if (!made) {
        return ENOMEM;
    }
    *memory = made;
    return 0;
}
