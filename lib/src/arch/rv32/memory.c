/* memcpy between buffers that have no word boundary in common, and memmove (ISO C11, 7.24); memory.S has the rest. What
 * is written upwards may overlap what is read, if it is below. A library that is compiled to be small leaves these
 * functions to the C library.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef __OPTIMIZE_SIZE__

/* Small: programs seldom need them. And the compiler is not to make calls of these functions out of the loops in them.
 */
#pragma GCC optimize("Os", "no-tree-loop-distribute-patterns")

typedef uint32_t __attribute__((may_alias)) word;

#define WORD sizeof(word)

/* Copies whole words to a word boundary: each is made of two halves. Reads no word that has no byte to be read. */
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

/* memory.S jumps here. */
void *weft_copy_unaligned(void *to, const void *from, size_t bytes);

/* Copies bytes one by one. */
static inline void copy_bytes(uint8_t *to, const uint8_t *from, size_t bytes)
{
    for (const uint8_t *const end = to + bytes; to != end;) {
        *to++ = *from++;
    }
}

/* By bytes up to a word boundary of `to`, then by words. */
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

/* Down from the end where the end of what is read would be overwritten before. */
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
