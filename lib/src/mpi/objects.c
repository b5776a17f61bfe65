/* Memory for the objects that a program creates: communicators, groups, datatypes and others. One array of fixed size,
 * allocated first fit. It is a sequence of pieces without gaps, each with a header that contains its length; adjacent
 * free pieces are merged at the next allocation.
 *
 *     | units, used | object ...... | units, free | ............ | units, used | object ... | 0, never allocated ... |
 */
#include "mpi_internal.h"

#include <string.h>

#if !WEFT_GROWS

/* Bytes of memory for objects. */
#ifndef WEFT_MPI_OBJECTS
#if defined WEFT_DMEM_SIZE && WEFT_DMEM_SIZE < WEFT_SMALL_DATA_MEMORY
#define WEFT_MPI_OBJECTS 4096u
#else
#define WEFT_MPI_OBJECTS 16384u
#endif
#endif

#define UNIT 16u

struct piece {
    _Alignas(UNIT) uint32_t units; /* length including this header; 0: never allocated from here on */
    bool used;
};

static WEFT_PER_RANK struct piece memory[WEFT_MPI_OBJECTS / UNIT];

static struct piece *end(void)
{
    return &memory[WEFT_MPI_OBJECTS / UNIT];
}

/* Merges a free piece with the free pieces after it. */
static void join(struct piece *piece)
{
    struct piece *next = piece + piece->units;
    while (next < end() && !next->used && next->units > 0) {
        piece->units += next->units;
        next = piece + piece->units;
    }
    if (next == end() || next->units == 0) {
        piece->units = (uint32_t)(end() - piece);
    }
}

static struct piece *find(uint32_t units)
{
    for (struct piece *piece = memory; piece < end(); piece += piece->units) {
        if (!piece->used) {
            join(piece);
            if (piece->units >= units) {
                return piece;
            }
        }
    }
    return NULL;
}

void *weft_mpi_new(size_t bytes)
{
    const uint32_t units = 1 + (uint32_t)(bytes + UNIT - 1) / UNIT;
    struct piece *const piece = bytes <= WEFT_MPI_OBJECTS ? find(units) : NULL;
    if (!piece) {
        (void)weft_mpi_error(MPI_ERR_NO_MEM, "no memory for one more: build with larger WEFT_MPI_OBJECTS");
        return NULL;
    }
    if (piece->units > units) {
        piece[units] = (struct piece){.units = piece->units - units};
    }
    *piece = (struct piece){.units = units, .used = true};
    return memset(piece + 1, 0, (units - 1) * UNIT);
}

void weft_mpi_delete(void *memory)
{
    if (memory) {
        *(uint32_t *)memory = 0;
        ((struct piece *)memory - 1)->used = false;
    }
}

#endif

void *weft_mpi_new_object(size_t bytes, enum weft_mpi_sort sort)
{
    struct weft_mpi_object *const object = weft_mpi_new(bytes);
    if (object) {
        object->mark = WEFT_MPI_MARK + (uint32_t)sort;
        object->owners = 1;
    }
    return object;
}

static bool is_object(const void *handle)
{
    return handle && (uintptr_t)handle % 2u == 0;
}

void weft_mpi_share(void *object)
{
    if (is_object(object)) {
        ((struct weft_mpi_object *)object)->owners++;
    }
}

void weft_mpi_release(void *object)
{
    struct weft_mpi_object *const released = object;
    if (is_object(object) && --released->owners == 0) {
        if (released->end) {
            released->end(object);
        }
        weft_mpi_delete(object);
    }
}
