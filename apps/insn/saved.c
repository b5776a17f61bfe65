/* What two custom instructions save: the same work in C and by instructions, in cycles for each element, including the
 * loop.
 *
 * Prints the table of docs/guides/custom-instructions.md. The files that describe the instructions are C: here they are
 * also the functions with which the instructions are compared.
 */
#pragma GCC optimize("align-loops=4")
#include "../stopwatch.h"
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/user_instructions.h>

#define byteswap byteswap_in_c
#include "byteswap.insn"
#undef byteswap
#define crc_step crc_step_in_c
#include "crc_step.insn"
#undef crc_step

enum { WORDS = 1024, BYTES = 4096, BYTE_VALUES = 256 };

static uint32_t words[WORDS];
static uint8_t bytes[BYTES];
static uint32_t table[BYTE_VALUES];

static uint32_t table_step(uint32_t crc, uint32_t byte)
{
    return table[(crc ^ byte) & 0xff] ^ crc >> 8;
}

/* A separate function for each implementation of a step, so that none is optimized with knowledge of the others. */
#define SWAP_ALL(name, swap)                                                                                           \
    SIDE uint32_t name(void)                                                                                           \
    {                                                                                                                  \
        for (int i = 0; i < WORDS; i++)                                                                                \
            words[i] = swap(words[i]);                                                                                 \
        return words[WORDS - 1];                                                                                       \
    }
#define SUM_ALL(name, step)                                                                                            \
    SIDE uint32_t name(void)                                                                                           \
    {                                                                                                                  \
        uint32_t crc = UINT32_MAX;                                                                                     \
        for (int i = 0; i < BYTES; i++)                                                                                \
            crc = step(crc, bytes[i]);                                                                                 \
        return ~crc;                                                                                                   \
    }

SWAP_ALL(swap_in_c, byteswap_in_c)
SWAP_ALL(swap_by_instruction, byteswap)
SUM_ALL(sum_in_c, crc_step_in_c)
SUM_ALL(sum_by_table, table_step)
SUM_ALL(sum_by_instruction, crc_step)

static void fill(void)
{
    uint32_t number = 1;
    for (int i = 0; i < WORDS; i++)
        words[i] = number = number * 1664525 + 1013904223;
    for (int i = 0; i < BYTES; i++)
        bytes[i] = (uint8_t)(words[i % WORDS] >> 24);
    for (uint32_t i = 0; i < BYTE_VALUES; i++)
        table[i] = crc_step_in_c(0, i);
}

typedef uint32_t work(void);

/* Returns the cycles of one run, and its result in *result. */
static uint32_t time_of(work *run, uint32_t *result)
{
    const uint32_t start = before(COUNTER);
    *result = run();
    return after(COUNTER) - start;
}

/* Prints a line of the table. Both runs start from the same data, and must give the same result. */
static void compare(const char *what, work *in_c, work *by_instruction, int elements)
{
    uint32_t expected, result;
    fill();
    const uint32_t cycles_in_c = time_of(in_c, &expected);
    fill();
    const uint32_t cycles = time_of(by_instruction, &result);
    if (result != expected) {
        fprintf(stderr, "%s: 0x%08x in C, 0x%08x by instruction\n", what, (unsigned)expected, (unsigned)result);
        exit(1);
    }
    const double each_in_c = (double)cycles_in_c / elements;
    const double each = (double)cycles / elements;
    printf("| %s | %.1f | %.1f | %.1f (%.0f %%) |\n", what, each_in_c, each, each_in_c - each,
           100 * (each_in_c - each) / each_in_c);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    printf("| cycles an element | C, -O2 | instruction | saved |\n|---|---|---|---|\n");
    compare("byte swap of a word, in an array of 1,024", swap_in_c, swap_by_instruction, WORDS);
    compare("CRC of a byte, of 4,096; in C bit by bit", sum_in_c, sum_by_instruction, BYTES);
    compare("the same; in C with a table of 1 KiB", sum_by_table, sum_by_instruction, BYTES);
    MPI_Finalize();
    return 0;
}
