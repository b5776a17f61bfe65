/* The boot record: tells a program, before its first instruction, its rank and the cores of all ranks.
 *
 * All cores that run the same image start from the same bytes. The loader finds the symbol `weft_boot` in the image and
 * writes the record into each core's own data memory. A program started without a loader that does so keeps the initial
 * value: a single rank.
 */
#ifndef WEFT_BOOT_H
#define WEFT_BOOT_H

#include <stdint.h>
#include <weft/context.h>

#define WEFT_BOOT_MAGIC 0x57454654u /* "WEFT" read as a number */
#if WEFT_MANY_RANKS
#define WEFT_BOOT_VERSION 2u
#define WEFT_BOOT_RANKS WEFT_PEERS
#else
#define WEFT_BOOT_VERSION 1u
#define WEFT_BOOT_RANKS 64
#endif

/* The layout depends on the version: in version 2, core numbers have 16 bits, and the table has an entry for each core
 * of the chip. The loader rejects an image of another version. */
struct weft_boot {
    uint32_t magic;   /* WEFT_BOOT_MAGIC */
    uint32_t version; /* WEFT_BOOT_VERSION */
    uint32_t size;    /* number of ranks */
    uint32_t rank;    /* the rank of this core */
    weft_rank core_of_rank[WEFT_BOOT_RANKS];
};

/* Volatile: the loader overwrites the initial value that the compiler sees. */
extern WEFT_PER_RANK volatile struct weft_boot weft_boot;

#endif
