/* memmove, and the part of memcpy for buffers that are not both on word boundaries (ISO C11, 7.24); memory.S has the
 * rest. These memcpy functions copy in the order of ascending addresses, so the destination may overlap the source if
 * it is below it; memmove relies on that. A library that is compiled to be small uses the functions of the C library
 * instead. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef __OPTIMIZE_SIZE__

/* Compiled for size, because programs seldom need these functions. The second option keeps the compiler from turning
 * their loops into calls of the functions themselves. */
#pragma GCC optimize("Os", "no-tree-loop-distribute-patterns")

typedef uint32_t __attribute__((may_alias)) word;

#define WORD sizeof(word)

/* Copies whole words to a word boundary from an unaligned address: each word is combined from two that are read. It
 * reads no word that contains no byte of the source. */
static void copy_shifted(word *to, const uint8_t *from, size_t bytes)
{
    const unsigned offset = (unsigned)((uintptr_t)from % WORD);
    const unsigned low = 8 * offset;
    const word *next = (const word *)(const void *)(from - offset);
    const word *const end = to + bytes / WORD;
    word held = *next++;
    while (to != end) {
        const word read = *next++;
        *to++ = held >> low | read << (32 - low);
        held = read;
    }
}

/* Called by memory.S. */
void *weft_copy_unaligned(void *to, const void *from, size_t bytes);

static inline void copy_bytes(uint8_t *to, const uint8_t *from, size_t bytes)
{
    for (const uint8_t *const end = to + bytes; to != end;) {
        *to++ = *from++;
    }
}

/* Copies bytes up to a word boundary of `to`, then words. */
void *weft_copy_unaligned(void *to, const void *from, size_t bytes)
{
    uint8_t *at = to;
    const uint8_t *source = from;
    for (; bytes > 0 && (uintptr_t)at % WORD != 0; bytes--) {
        *at++ = *source++;
    }
    const size_t whole = bytes / WORD * WORD;
    if (bytes > 0 && (uintptr_t)source % WORD == 0) {
        memcpy(at, source, bytes);
    } else {
        if (whole > 0) {
            copy_shifted((word *)(void *)at, source, whole);
        }
        copy_bytes(at + whole, source + whole, bytes - whole);
    }
    return to;
}

/* Copies downwards from the end if copying upwards would overwrite source bytes before they are read. */
void *memmove(void *to, const void *from, size_t bytes)
{
    uint8_t *const first = to;
    const uint8_t *const source = from;
    if ((uintptr_t)first - (uintptr_t)source >= bytes) {
        return memcpy(to, from, bytes);
    }
    const size_t step = ((uintptr_t)first | (uintptr_t)source) % WORD == 0 ? WORD : 1;
    for (; step == WORD && bytes % WORD != 0; bytes--) {
        first[bytes - 1] = source[bytes - 1];
    }
    for (; step == WORD && bytes > 0; bytes -= WORD) {
        *(word *)(void *)(first + bytes - WORD) = *(const word *)(const void *)(source + bytes - WORD);
    }
    for (; bytes > 0; bytes--) {
        first[bytes - 1] = source[bytes - 1];
    }
    return to;
}

#endif
