/* Memory: copies, moves and fills of every alignment and many lengths, against loops over bytes; and allocation. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 200

static uint8_t expected[ROOM], found[ROOM];
static unsigned wrong;

static uint32_t next_random(void)
{
    static uint32_t state = 12345;
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static void fill_both(void)
{
    for (unsigned i = 0; i < ROOM; i++)
        expected[i] = found[i] = (uint8_t)next_random();
}

static void compare(const void *returned, const void *to)
{
    wrong += returned != to;
    for (unsigned i = 0; i < ROOM; i++)
        wrong += expected[i] != found[i];
}

static void move_bytes(uint8_t *to, const uint8_t *from, unsigned bytes)
{
    uint8_t copy[ROOM];
    for (unsigned i = 0; i < bytes; i++)
        copy[i] = from[i];
    for (unsigned i = 0; i < bytes; i++)
        to[i] = copy[i];
}

static void try_lengths(unsigned to, unsigned from)
{
    for (unsigned bytes = 0; bytes <= 90; bytes++) {
        volatile size_t length = bytes;
        fill_both();
        move_bytes(expected + to, expected + 100 + from, bytes);
        compare(memcpy(found + to, found + 100 + from, length), found + to);
        fill_both();
        move_bytes(expected + 50 + to, expected + 45 + from, bytes);
        compare(memmove(found + 50 + to, found + 45 + from, length), found + 50 + to);
        fill_both();
        move_bytes(expected + 45 + to, expected + 50 + from, bytes);
        compare(memmove(found + 45 + to, found + 50 + from, length), found + 45 + to);
        fill_both();
        for (unsigned i = 0; i < bytes; i++)
            expected[to + i] = (uint8_t)from;
        compare(memset(found + to, (int)from + 256, length), found + to);
    }
}

struct block {
    uint8_t *bytes;
    size_t length;
    uint8_t mark;
};

static void check_block(const struct block *block)
{
    for (size_t i = 0; i < block->length; i++)
        wrong += block->bytes[i] != block->mark;
}

static void allocate(struct block *block, uint8_t mark)
{
    const uint32_t kind = next_random() % 4;
    block->length = next_random() % 700 + 1;
    block->mark = mark;
    if (kind == 0) {
        block->bytes = calloc(block->length, 1);
        for (size_t i = 0; i < block->length; i++)
            wrong += block->bytes[i] != 0;
    } else if (kind == 1) {
        const size_t alignment = (size_t)16 << next_random() % 5;
        block->length = (block->length / alignment + 1) * alignment;
        block->bytes = aligned_alloc(alignment, block->length);
        wrong += (uintptr_t)block->bytes % alignment != 0;
    } else {
        block->bytes = malloc(block->length);
    }
    wrong += block->bytes == NULL || (uintptr_t)block->bytes % 8 != 0;
    memset(block->bytes, mark, block->length);
}

static void resize(struct block *block)
{
    const size_t length = next_random() % 900 + 1;
    block->bytes = realloc(block->bytes, length);
    block->length = length < block->length ? length : block->length;
    check_block(block);
    block->length = length;
    memset(block->bytes, block->mark, length);
}

static void try_allocations(void)
{
    struct block blocks[24] = {{NULL, 0, 0}};
    for (unsigned turn = 0; turn < 3000; turn++) {
        struct block *const block = &blocks[next_random() % 24];
        check_block(block);
        if (block->bytes == NULL) {
            allocate(block, (uint8_t)turn);
        } else if (next_random() % 3 == 0) {
            resize(block);
        } else {
            free(block->bytes);
            *block = (struct block){NULL, 0, 0};
        }
    }
    for (unsigned i = 0; i < 24; i++)
        free(blocks[i].bytes);
}

int main(void)
{
    for (unsigned to = 0; to < 4; to++)
        for (unsigned from = 0; from < 4; from++)
            try_lengths(to, from);
    try_allocations();
    void *volatile nowhere = NULL;
    volatile size_t none = 0;
    wrong += memcpy(nowhere, found, none) != nowhere || memset(nowhere, 1, none) != nowhere;
    volatile size_t much = (size_t)-8;
    printf("%u wrong, %s\n", wrong, malloc(much) == NULL && calloc(much, 16) == NULL ? "refused" : "given");
    return 0;
}
